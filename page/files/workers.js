// The link to a machine in this page: a worker that runs it, and another one that evaluates positions.

/** Where the machine is kept from one visit to the next. */
const PLACE = "tengen.machine";

/** A browser that keeps nothing begins anew each time. */
function kept() {
  try { return localStorage.getItem(PLACE) ?? ""; } catch { return ""; }
}

function keep(machine) {
  try { localStorage.setItem(PLACE, machine); } catch { /* then it begins anew */ }
}

/** The address of the workers' program. It is in the page: one that was opened from disk may start none from a file beside it. */
const PROGRAM = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));

/** As `open` of socket.js. */
export function open(page) {
  const runs = new Worker(PROGRAM);
  /** Evaluates positions, once there is one to evaluate. */
  let evaluates = null;
  let module = null;
  /** Those who wait for a file, the first for the next. */
  const files = [];
  runs.onmessage = ({ data }) => {
    if (typeof data === "string") return page.told(JSON.parse(data));
    if (data instanceof ArrayBuffer) return page.given(data);
    if ("module" in data) ({ module } = data);
    if ("begun" in data) page.opened();
    if ("kept" in data) keep(data.kept);
    if ("file" in data) files.shift().resolve(new File([data.file], data.name, { type: data.type }));
    if ("noFile" in data) files.shift().reject(new Error(data.noFile));
    if ("failure" in data) page.closed(`The machine has stopped: ${data.failure}`);
  };
  runs.onerror = (event) => page.closed(`The machine has stopped: ${event.message}`);
  runs.postMessage({ ...globalThis.tengen, kept: kept() });

  const evaluate = (order) => {
    // A search cannot be left, but its worker can.
    evaluates?.terminate();
    evaluates = null;
    if (order.do !== "evaluate" || module === null) return;
    evaluates = new Worker(PROGRAM);
    evaluates.onmessage = ({ data }) => { if (typeof data === "string") page.told(JSON.parse(data)); };
    evaluates.postMessage({ module, evaluate: JSON.stringify(order) });
  };
  return {
    send(order) {
      if (order.do === "evaluate" || order.do === "cancel_evaluation") evaluate(order);
      else runs.postMessage({ order: JSON.stringify(order) });
    },
    file(name) {
      const { promise, resolve, reject } = Promise.withResolvers();
      files.push({ resolve, reject });
      runs.postMessage({ file: name });
      return promise;
    },
  };
}
