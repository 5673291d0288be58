// The link to the machine of `tengen play`: a WebSocket to the server that the page came from.

/**
 * Opens the link, and again whenever it is lost. `page` hears of it: `opened`, `closed` and why, `told` a message, `given` a picture
 * or sound.
 */
export function open(page) {
  let socket = null;
  const connect = () => {
    socket = new WebSocket(`ws://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    socket.onopen = page.opened;
    socket.onmessage = ({ data }) => typeof data === "string" ? page.told(JSON.parse(data)) : page.given(data);
    socket.onclose = () => {
      page.closed("The machine is gone; trying again");
      setTimeout(connect, 500);
    };
  };
  fetch("keys.json").then(async (answer) => {
    page.told({ keys: await answer.json() });
    connect();
  });
  return {
    send(order) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order));
    },
    /** A file by its name. */
    async file(name) {
      const answer = await fetch(name);
      if (!answer.ok) throw new Error((await answer.text()).trim());
      return new File([await answer.blob()], /filename="(.*)"/.exec(answer.headers.get("content-disposition"))[1]);
    },
  };
}
