/**
 * `<script src="https://…/portal/embed.js">` on a page of another origin: puts the portal into an element of it, and gives it
 * a new link when the one before has expired. Without a framework, and without anything else of the console.
 */
(() => {
  interface Portal {
    /** Takes the portal off the page. */
    close(): void;
  }

  /** `getUrl` calls the page's own server, which creates a portal session. It is called again when a session has ended. */
  async function embed(element: Element, getUrl: () => Promise<string>): Promise<Portal> {
    const url = new URL(await getUrl());
    const frame = document.createElement('iframe');
    frame.title = 'Webhooks';
    frame.referrerPolicy = 'no-referrer';
    frame.allow = 'clipboard-write';
    frame.style.cssText = 'border:0;width:100%;height:100%;min-height:600px';
    // Only the portal's own origin gets what is sent, wherever the frame has gone.
    const send = (message: object) => frame.contentWindow?.postMessage(message, url.origin);

    async function onMessage({ source, origin, data }: MessageEvent) {
      if (source !== frame.contentWindow || origin !== url.origin || data?.type !== 'commerce-portal:renew')
        return;
      const { hash } = new URL(await getUrl());
      send({ type: 'commerce-portal:token', token: hash.replace('#token=', '') });
    }

    addEventListener('message', onMessage);
    frame.addEventListener('load', () => send({ type: 'commerce-portal:hello' }));
    frame.src = url.href;
    element.replaceChildren(frame);
    return {
      close() {
        removeEventListener('message', onMessage);
        frame.remove();
      },
    };
  }

  Object.assign(window, { commercePortal: { embed } });
})();
