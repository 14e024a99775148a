import { useEffect, useRef } from 'react';

/**
 * A mail as mail programs show it, in a frame that runs no script. The page's policy allows no style in markup, so styles are set
 * one by one; the mail escapes quotes in its text, so none of the matches is part of that.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!shown) return;
    const parsed = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    shown.documentElement.lang = parsed.documentElement.lang;
    shown.body.replaceWith(shown.adoptNode(parsed.body));
    for (const element of shown.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? '';
    // A code in an example mail opens nothing.
    for (const link of shown.querySelectorAll('a')) link.removeAttribute('href');
  }, [html]);
  return <iframe ref={frame} className="mail-frame" title={title} sandbox="allow-same-origin" />;
}
