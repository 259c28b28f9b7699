// After what emcc made: runs mapnest once for each message {id, args, files, input}, in a
// new instance, and answers {id, status, out, err, files: those below /out}.
let compiled;

onmessage = async ({ data }) => {
    if (data.module) {
        compiled = data.module;
        return;
    }
    const out = [], err = [];
    let at = 0;
    const input = new TextEncoder().encode(data.input || "");
    const instance = await mapnest({
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(compiled, imports).then(made => done(made));
            return {};
        },
        stdin: () => at < input.length ? input[at++] : null,
        print: line => out.push(line),
        printErr: line => err.push(line),
        quit(status, ended) { throw ended; },
    });
    const fs = instance.FS;
    fs.mkdir("/work");
    fs.mkdir("/work/out");
    fs.chdir("/work");
    for (const [name, text] of Object.entries(data.files))
        fs.writeFile(name, text);
    let status;
    try {
        status = instance.callMain(data.args);
    } catch (e) {
        status = e.name === "ExitStatus" ? e.status : 3;
        if (status === 3)
            err.push(String(e.message || e));
    }
    const files = {};
    for (const name of fs.readdir("/work/out"))
        if (name[0] !== ".")
            files[name] = fs.readFile("/work/out/" + name, { encoding: "utf8" });
    postMessage({ id: data.id, status, out: out.join("\n"), err: err.join("\n"), files });
};
