# mapnest-config.cmake -- for find_package(mapnest).
#
#   mapnest_add_library(NAME a.fut [b.fut ...] [STATIC|SHARED|OBJECT] [PREFIX p]
#                       [TUNING f.tuning] [HELPERS f.cuh] [CXX] [PYTHON] [MANIFEST]
#                       [FLAGS --unsafe ...])
#
# makes the library NAME of what mapnest writes from the programs; what links with it finds
# a.h and b.h (with CXX a.hpp and b.hpp, too). PREFIX begins the names of functions, p_a_main;
# TUNING names a file of options of the rules, a NAME=VALUE a line. HELPERS names a file for the
# helper functions, which the programs share; without it each .cu has its own. They are written
# again when a program, a file that it imports, or mapnest has changed. The library is compiled as
# CUDA (C++17), so the project enables the language CUDA first. Where it does not, NAME is the
# written files alone, for
#
#   mapnest_add_cpu_executable(NAME main.c ... LIBRARIES name ... [FLAGS -I.. ...])
#
# which makes a program of C and C++ files (with CUDA's runtime API) and such libraries that
# runs on the CPU, with every access to memory checked: see mapnest-cucpu(1).
cmake_minimum_required(VERSION 3.20)

get_filename_component(_mapnest_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(MAPNEST_EXECUTABLE "${_mapnest_prefix}/bin/mapnest")
set(MAPNEST_CUCPU "${_mapnest_prefix}/bin/mapnest-cucpu")
unset(_mapnest_prefix)
if(NOT TARGET mapnest::mapnest)
  add_executable(mapnest::mapnest IMPORTED)
  set_target_properties(mapnest::mapnest PROPERTIES IMPORTED_LOCATION "${MAPNEST_EXECUTABLE}")
endif()

# The files that one program becomes, in DIR; their names go to the variable OUT. The file of
# helpers has one rule, of the first program: all programs write the same.
function(_mapnest_write program dir flags more helpers out)
  get_filename_component(program "${program}" ABSOLUTE)
  get_filename_component(base "${program}" NAME_WLE)
  string(REGEX REPLACE "[\"'$%\\\\]" "_" base "${base}")
  set(files "${dir}/${base}.cu" "${dir}/${base}.h")
  set(endings CXX hpp PYTHON py MANIFEST json)
  foreach(kind IN LISTS more)
    list(FIND endings ${kind} at)
    math(EXPR at "${at} + 1")
    list(GET endings ${at} ending)
    list(APPEND files "${dir}/${base}.${ending}")
  endforeach()
  # A file in which nothing changes stays as old as it was. Ninja knows; make would ask for
  # it again and again.
  set(touch)
  if(CMAKE_GENERATOR MATCHES "Make")
    set(touch COMMAND "${CMAKE_COMMAND}" -E touch ${files})
  endif()
  set(byproducts)
  get_property(known GLOBAL PROPERTY MAPNEST_HELPERS)
  if(helpers AND NOT helpers IN_LIST known)
    set_property(GLOBAL APPEND PROPERTY MAPNEST_HELPERS "${helpers}")
    set(byproducts BYPRODUCTS "${helpers}")
  endif()
  add_custom_command(
    OUTPUT ${files}
    ${byproducts}
    COMMAND mapnest::mapnest ${flags} -o "${dir}" -MD -MF "${dir}/${base}.d" -- "${program}"
    ${touch}
    DEPENDS "${program}" "${MAPNEST_EXECUTABLE}"
    DEPFILE "${dir}/${base}.d"
    COMMENT "mapnest ${base}.fut"
    VERBATIM)
  set(${out} ${files} PARENT_SCOPE)
endfunction()

function(mapnest_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED;OBJECT;CXX;PYTHON;MANIFEST"
                        "PREFIX;TUNING;HELPERS" "FLAGS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mapnest_add_library(${name}): no program")
  endif()
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${name}.mapnest")
  file(MAKE_DIRECTORY "${dir}")
  set(flags ${arg_FLAGS})
  if(arg_PREFIX)
    list(APPEND flags "--prefix=${arg_PREFIX}")
  endif()
  if(arg_TUNING)
    get_filename_component(tuning "${arg_TUNING}" ABSOLUTE)
    list(APPEND flags "--tuning=${tuning}")
  endif()
  set(helpers)
  if(arg_HELPERS)
    list(APPEND flags "--helpers=${arg_HELPERS}")
    get_filename_component(helpers "${arg_HELPERS}" ABSOLUTE BASE_DIR "${dir}")
  endif()
  set(more)
  foreach(kind IN ITEMS CXX PYTHON MANIFEST)
    if(arg_${kind})
      list(APPEND more ${kind})
      string(TOLOWER "--${kind}" flag)
      list(APPEND flags ${flag})
    endif()
  endforeach()
  set(written)
  set(names)
  foreach(program IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(base "${program}" NAME_WLE)
    if(base IN_LIST names)
      message(FATAL_ERROR "mapnest_add_library(${name}): two programs are called ${base}.fut; "
                          "make two libraries, one of them with PREFIX")
    endif()
    list(APPEND names "${base}")
    _mapnest_write("${program}" "${dir}" "${flags}" "${more}" "${helpers}" files)
    list(APPEND written ${files})
  endforeach()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("CUDA" IN_LIST languages)
    set(kind)
    foreach(word STATIC SHARED OBJECT)
      if(arg_${word})
        set(kind ${word})
      endif()
    endforeach()
    find_package(CUDAToolkit REQUIRED)
    add_library(${name} ${kind} ${written})
    target_compile_features(${name} PRIVATE cuda_std_17)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${name} PUBLIC CUDA::cudart)
    target_include_directories(${name} PUBLIC "${dir}")
  else()
    message(STATUS "mapnest: ${name} is for mapnest_add_cpu_executable alone, as CUDA is not "
                   "among the LANGUAGES of project()")
    add_custom_target(${name} DEPENDS ${written})
  endif()
  set_target_properties(${name} PROPERTIES MAPNEST_FILES "${written}" MAPNEST_FOLDER "${dir}")
endfunction()

function(mapnest_add_cpu_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;FLAGS")
  set(sources)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  set(flags ${arg_FLAGS})
  set(made)
  foreach(library IN LISTS arg_LIBRARIES)
    get_target_property(files ${library} MAPNEST_FILES)
    get_target_property(dir ${library} MAPNEST_FOLDER)
    if(NOT files)
      message(FATAL_ERROR "mapnest_add_cpu_executable(${name}): ${library} is not a library "
                          "of mapnest_add_library")
    endif()
    list(APPEND made ${files})
    list(APPEND flags "-I${dir}")
  endforeach()
  set(cuda ${made})
  list(FILTER cuda INCLUDE REGEX "\\.cu$")
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${MAPNEST_CUCPU}" -o "${program}" ${sources} ${cuda} ${flags}
    DEPENDS ${sources} ${made} "${MAPNEST_CUCPU}"
    COMMENT "mapnest-cucpu ${name}"
    VERBATIM)
  add_custom_target(${name}_on_cpu ALL DEPENDS "${program}")
  foreach(library IN LISTS arg_LIBRARIES)
    add_dependencies(${name}_on_cpu ${library})
  endforeach()
endfunction()
