type Rgb = readonly [number, number, number];

const READABLE = 4.5;
const LIGHT = { ground: [246, 247, 249], surface: [255, 255, 255], soft: 0.1, towards: [0, 0, 0] } as const;
const DARK = { ground: [17, 20, 24], surface: [25, 29, 35], soft: 0.2, towards: [255, 255, 255] } as const;

/** Replaces the accent by a store's colour, as dark or light as necessary to read text in it and on it (WCAG 1.4.3). */
export function applyAccent(color: string): void {
  const [light, dark] = [LIGHT, DARK].map((theme) => readable(parse(color), theme));
  if (!light || !dark) return;
  const { style } = document.documentElement;
  style.setProperty('--accent', `light-dark(${css(light.accent)}, ${css(dark.accent)})`);
  style.setProperty('--accent-soft', `light-dark(${css(light.soft)}, ${css(dark.soft)})`);
}

/** In steps towards black or white, until its contrast to every background is sufficient. */
function readable(given: Rgb, { ground, surface, soft, towards }: typeof LIGHT | typeof DARK) {
  for (let step = 0; ; step += 0.02) {
    const accent = mix(given, towards, Math.min(step, 1));
    const onto = [ground, surface, mix(surface, accent, soft)];
    if (step >= 1 || onto.every((each) => contrast(accent, each) >= READABLE))
      return { accent, soft: mix(surface, accent, soft) };
  }
}

function parse(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const [red = 0, green = 0, blue = 0] = from.map((part, at) =>
    Math.round(part + ((to[at] ?? 0) - part) * share),
  );
  return [red, green, blue];
}

const css = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`;

function contrast(one: Rgb, other: Rgb): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
