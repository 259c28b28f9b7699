# The template engine alone.

printf 'Hello {{name}}{{#list}} {{.}}{{/list}}{{> part}}\n' > hello.mustache
printf '!' > part.mustache
printf '{"name": "you & me", "list": [1, 2]}' > view.json
run render hello.mustache view.json
t "render" all 'is 0' quiet 'out_is "Hello you & me 1 2!"'
cp hello.mustache hello.html.mustache
run render hello.html.mustache view.json
t "render: HTML is escaped" all 'is 0' 'out "you &amp; me 1 2"'
printf '{"name": ' > half.json
run render hello.mustache half.json
t "render: wrong JSON" all 'is 1' silent 'err "half.json"'
run render none.mustache view.json
t "render: no template" all 'is 1' 'err "none.mustache"'
printf 'Hello {{#open}}\n' > open.mustache
run render open.mustache view.json
t "render: an open section" all 'is 1' 'err "error:"'
