/**
 * `<script src="https://…/portal/embed.js">` on a page of another origin: shows the portal in an element of it, and gives it a
 * new link when the previous one has expired. Without a framework, and without other code of the console.
 */
(() => {
  interface Portal {
    /** Removes the portal from the page. */
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
    // Messages are only sent to the portal's own origin, even if the frame was navigated elsewhere.
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
