// Starts the worker's program. Where it cannot be loaded, the page must hear of it, and a page hears of errors of its
// worker, but not of promises that were refused in there.
importScripts('worker.js');
wasm_bindgen({ module_or_path: 'worker_bg.wasm' }).catch((error) => setTimeout(() => { throw error; }));
