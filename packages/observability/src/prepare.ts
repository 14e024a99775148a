/**
 * What must be done before other packages are loaded: it keeps memory small. Without a `navigator`, which Node has since 21,
 * pg looks at `Response`, and Node 20 loads its whole HTTP client for that: 13 MB.
 */
export function prepareProcess(): void {
  if (!('navigator' in globalThis))
    Object.defineProperty(globalThis, 'navigator', {
      value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
      configurable: true,
    });
}
