export interface Finding {
  secret: string;
  place: string;
}

/** Where secrets stand in plain, or in a shape that anybody can read: base64, hexadecimal, escaped for a URL or JSON. */
export function findSecrets(
  places: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Finding[] {
  return Object.entries(secrets).flatMap(([secret, value]) => {
    // What is short is found by chance, and an empty one everywhere: then the search itself is wrong.
    if (value.length < 8) throw new Error(`${secret} is too short to be looked for`);
    const shapes = [...new Set(shapesOf(value))];
    return Object.entries(places)
      .filter(([, text]) => shapes.some((shape) => text.includes(shape)))
      .map(([place]) => ({ secret, place }));
  });
}

function shapesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // A signing secret is a prefix and base64; without its prefix, and decoded, it is as good.
  const bare = secret.replace(/^[a-z]{2,6}_(?=.{20})/, '');
  return [
    secret,
    bare,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    // The end of base64 depends on what follows.
    bytes.toString('base64').replace(/.{2}=*$/, ''),
    bytes.toString('base64url').replace(/.{2}$/, ''),
    ...(/^[A-Za-z0-9+/]{42,43}=$/.test(bare) ? [Buffer.from(bare, 'base64').toString('hex')] : []),
  ];
}
