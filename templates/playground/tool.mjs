// mapnest in workers: a run that takes too long, or that nobody waits for, is ended.
const LIMIT = 10000;    // milliseconds

const text = id => document.getElementById(id).textContent;
const url = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));

const module = (async () => {
    const bytes = Uint8Array.from(atob(text("wasm").trim()), c => c.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();

// Runs one after the other. `end` stops the one that runs, and forgets those that wait.
export class Tool {
    #worker = null;
    #last = Promise.resolve();
    #stop = () => {};
    #era = 0;

    async #start() {
        this.#worker = new Worker(url);
        this.#worker.postMessage({ module: await module });
    }

    #quit() {
        this.#worker?.terminate();
        this.#worker = null;
    }

    async #once(args, files, input) {
        if (!this.#worker)
            await this.#start();
        return new Promise(resolve => {
            const timer = setTimeout(() => {
                this.#quit();
                resolve({ status: 124, out: "", files: {},
                          err: `stopped after ${LIMIT / 1000} seconds` });
            }, LIMIT);
            this.#stop = () => {
                clearTimeout(timer);
                this.#quit();
                resolve(null);
            };
            this.#worker.onmessage = ({ data }) => {
                clearTimeout(timer);
                this.#stop = () => {};
                resolve(data);
            };
            this.#worker.postMessage({ args, files, input });
        });
    }

    // {status, out, err, files}; null: ended.
    run(args, files, input) {
        const era = this.#era;
        const result = this.#last.then(() =>
            era === this.#era ? this.#once(args, files, input) : null);
        this.#last = result.catch(() => null);
        return result;
    }

    end() {
        this.#era++;
        this.#stop();
        this.#stop = () => {};
    }
}
