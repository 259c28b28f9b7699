-- The language server with neovim's own client: nvim --headless -u NONE -l is younger than
-- Debian's, so this runs by -c luafile. The last line is 'N passed, N failed'.
local passed, failed = 0, 0
local function check(what, good)
    passed, failed = passed + (good and 1 or 0), failed + (good and 0 or 1)
    if not good then io.stdout:write('FAILED: ' .. what .. '\n') end
end

vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FOLDER .. '/ü main.fut'))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'mapnest', cmd = { vim.env.MAPNEST, 'lsp' },
                                      root_dir = vim.env.FOLDER })
vim.lsp.buf_attach_client(buffer, client)
local function said() return vim.diagnostic.get(buffer) end
local function wait(what, holds) check(what, vim.wait(10000, holds, 20)) end

local function ask(method, line, character)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) },
                     position = { line = line, character = character },
                     options = { tabSize = 2, insertSpaces = true } }
    local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/' .. method, params, 10000)
    return answers and answers[client] and answers[client].result
end
local function edit(line, text) vim.api.nvim_buf_set_lines(buffer, line, line + 1, true, { text }) end

wait('an error when it opens', function() return #said() == 1 end)
local d = said()[1] or {}
check('its place', d.lnum == 4 and d.col == 11 and d.end_col == 17)
check('its text', (d.message or ''):find("unknown name 'nobody'", 1, true))
check('its severity', d.severity == vim.diagnostic.severity.ERROR)
check('its name', d.code == 'unknown-name' or
      (d.user_data and d.user_data.lsp.code == 'unknown-name'))

edit(4, '  in twice sum')
wait('no error once it is repaired', function() return #said() == 0 end)
local hover = ask('hover', 4, 11)
check('hover: a type', hover and hover.contents.value:find('sum: i32', 1, true))
hover = ask('hover', 3, 12)
check('hover: sizes', hover and hover.contents.value:find('[n]i32', 1, true))
check('hover: no documentation', hover and not hover.contents.value:find('comment', 1, true))
hover = ask('hover', 4, 6)
check('hover: documentation', hover and hover.contents.value:find('Twice the number.', 1, true))
check('hover: nothing', ask('hover', 1, 0) == nil)
local place = ask('definition', 4, 11)
check('definition: of a variable', place and place.range.start.line == 3
      and place.range.start.character == 6 and vim.uri_to_fname(place.uri) == vim.api.nvim_buf_get_name(buffer))
place = ask('definition', 4, 6)
check('definition: in another file', place and place.uri:find('/lib.fut$')
      and place.range.start.line == 1 and place.range.start.character == 4)

edit(3, '  let sum =   reduce (+) 0 xs  -- ü𝒳')
edit(4, '  in twice sum + "ü𝒳"[0] + wrong')
wait('columns count in UTF-16', function()
    local all = said()
    return #all >= 1 and all[#all].lnum == 4
end)
local last = said()[#said()] or {}
check('the column', last.lnum == 4)
edit(4, '  in twice sum')
wait('repaired again', function() return #said() == 0 end)
vim.lsp.buf.formatting_sync(nil, 10000)
check('formatting', vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1]
      == '  let sum = reduce (+) 0 xs  -- ü𝒳')
edit(0, 'import "nothing"')
wait('a missing import', function() return #said() >= 1 end)

vim.lsp.stop_client(client)
check('it ends', vim.wait(10000, function() return vim.lsp.client_is_stopped(client) end, 20))
io.stdout:write(passed .. ' passed, ' .. failed .. ' failed\n')
vim.cmd('qall!')
