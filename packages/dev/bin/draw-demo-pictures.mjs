// Draws the pictures of the demo store's products into apps/cli/demo-pictures: `node packages/dev/bin/draw-demo-pictures.mjs`.
// Each is a drawing of ours, so they belong to nobody else. What is drawn is the same each time.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUT = join(ROOT, 'apps/cli/demo-pictures');
const WIDTH = 960;
// The package that makes the shop's pictures has it.
const sharp = createRequire(join(ROOT, 'packages/core/package.json'))('sharp');

/** Numbers from 0 to 1 that look like chance: mulberry32. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at)).join('');
const between = (random, from, to) => from + random() * (to - from);
const pick = (random, list) => list[Math.floor(random() * list.length)];

const gradient = (id, colours, vertical = false) =>
  `<linearGradient id="${id}" x2="${vertical ? 0 : 1}" y2="${vertical ? 1 : 0}">${colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;

const shadow = (x, y, rx, ry) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#000" opacity=".28" filter="url(#soft)"/>`;

function leaf(x, y, length, turn, fill) {
  const [third, width] = [length / 3, length / 4.5];
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0C${third} ${-width} ${2 * third} ${-width} ${length} 0C${2 * third} ${width} ${third} ${width} 0 0Z" fill="${fill}"/><path d="M0 0H${length * 0.8}" stroke="#0003" stroke-width="3"/></g>`;
}

/** Leaves in a heap that is high in the middle. */
function heap(seed, { x, y, width, height, count, length, fills }) {
  const random = chance(seed);
  return times(count, () => {
    const side = between(random, -1, 1);
    const up = random() * height * (1 - side * side);
    const at = [x + (side * width) / 2, y - up].map(Math.round);
    return leaf(...at, between(random, length * 0.7, length), between(random, -50, 50), pick(random, fills));
  });
}

const steam = (x, y) =>
  `<g fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".4" filter="url(#haze)">${[
    -70, 0, 70,
  ]
    .map((dx) => `<path d="M${x + dx} ${y}c-40-60 40-100 0-170"/>`)
    .join('')}</g>`;

/** A wall, a table, and what stands on it. */
const scene = ([wall, bright], [table, edge], defs, drawn) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${WIDTH}" viewBox="0 0 1000 1000"><defs>
<radialGradient id="wall" cx=".35" cy=".25" r=".9"><stop stop-color="${bright}"/><stop offset="1" stop-color="${wall}"/></radialGradient>
${gradient('table', [edge, table], true)}${defs}
<filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="18"/></filter>
<filter id="haze" x="-100%" y="-50%" width="300%" height="200%"><feGaussianBlur stdDeviation="7"/></filter></defs>
<rect width="1000" height="1000" fill="url(#wall)"/><path d="M0 640H1000V1000H0Z" fill="url(#table)"/>${drawn}</svg>`;

const DRAWINGS = {
  'darjeeling-first-flush': () =>
    scene(
      ['#d9c29a', '#f4e8cf'],
      ['#9a6b3f', '#b98855'],
      `${gradient('tin', ['#173a2c', '#2f6a50', '#3f8464', '#214d3a', '#12291f'])}${gradient('lid', ['#8a6a2c', '#e2c37a', '#f2dc9f', '#b08c42', '#6b4f1d'])}`,
      `${shadow(500, 795, 250, 34)}
<path d="M330 300V770C330 800 670 800 670 770V300Z" fill="url(#tin)"/><path d="M322 250V330C322 362 678 362 678 330V250Z" fill="url(#lid)"/>
<ellipse cx="500" cy="250" rx="178" ry="34" fill="#f0d893"/><ellipse cx="500" cy="248" rx="150" ry="25" fill="#dcbc6c"/>
<path d="M370 430C430 446 570 446 630 430V690C570 706 430 706 370 690Z" fill="#f6efdf"/><circle cx="545" cy="510" r="36" fill="#e0a53b"/>
<path d="M380 640L460 520L510 590L560 540L620 640C560 654 440 654 380 640Z" fill="#2f6a50"/><path d="M460 520L432 562L458 574L482 556Z" fill="#fff"/>
<path d="M430 668H570" stroke="#8a6a2c" stroke-width="6"/>
${heap(3, { x: 770, y: 850, width: 300, height: 90, count: 110, length: 62, fills: ['#3d4a26', '#5a5f2e', '#6e5a2b', '#4a3a22', '#7d8a45'] })}`,
    ),
  'assam-mangalam': () =>
    scene(
      ['#7f3f2a', '#c9805b'],
      ['#4a2a1c', '#693d28'],
      `${gradient('tea', ['#d8722a', '#a93f12', '#6d210a'], true)}${gradient('glass', ['#fff9', '#fff1', '#fff1', '#fff7'])}`,
      `${shadow(500, 815, 260, 30)}${steam(500, 330)}
<path d="M322 400C326 660 366 800 500 800S674 660 678 400Z" fill="url(#tea)"/><ellipse cx="500" cy="402" rx="178" ry="38" fill="#e08a45"/>
<path d="M400 404C440 380 520 384 560 398S600 424 540 424 450 428 400 404Z" fill="#f3d3ad" opacity=".85"/>
<path d="M300 350C304 680 350 830 500 830S696 680 700 350C700 396 300 396 300 350Z" fill="url(#glass)"/>
<ellipse cx="500" cy="350" rx="200" ry="44" fill="none" stroke="#fff" stroke-width="7" opacity=".75"/>
<path d="M700 440C830 420 830 640 672 650" fill="none" stroke="#fff" stroke-width="26" opacity=".5" stroke-linecap="round"/><path d="M352 430C356 560 372 660 404 726" stroke="#fff" stroke-width="16" stroke-linecap="round" fill="none" opacity=".6"/>
${heap(11, { x: 230, y: 880, width: 260, height: 60, count: 60, length: 46, fills: ['#2b1a12', '#3d2417', '#54301b'] })}`,
    ),
  sencha: () =>
    scene(
      ['#9fb79a', '#dfe9d6'],
      ['#c9b48f', '#e2d3b5'],
      `${gradient('bowl', ['#2b4a54', '#5f8f98', '#3d6a75', '#1d343c'])}${gradient('tea', ['#dbe36a', '#a9bf3c'], true)}`,
      `${shadow(500, 800, 290, 36)}${steam(500, 360)}
<path d="M220 430C230 640 340 760 420 790C450 800 550 800 580 790C660 760 770 640 780 430Z" fill="url(#bowl)"/>
<path d="M410 782L430 822C470 834 530 834 570 822L590 782Z" fill="#1d343c"/>
<ellipse cx="500" cy="430" rx="280" ry="82" fill="#7ba7ae"/><ellipse cx="500" cy="438" rx="254" ry="68" fill="url(#tea)"/>
${leaf(420, 440, 110, 12, '#5d7d2a')}${leaf(560, 460, 70, -24, '#6e9032')}
<path d="M262 510C284 600 320 660 368 708" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".3" fill="none"/>
${heap(7, { x: 800, y: 900, width: 260, height: 50, count: 60, length: 60, fills: ['#3f6b2a', '#54822f', '#6c9a3c', '#2f5222'] })}`,
    ),
  'gyokuro-asahi': () =>
    scene(
      ['#2f4a3d', '#6f9480'],
      ['#3a2f26', '#564636'],
      `${gradient('dish', ['#c9d0cc', '#fff', '#e6ebe8', '#aab3ae'])}`,
      `${shadow(500, 790, 360, 44)}
<path d="M150 640C170 740 320 810 500 810S830 740 850 640Z" fill="url(#dish)"/><ellipse cx="500" cy="640" rx="350" ry="120" fill="#f8faf8"/>
<ellipse cx="500" cy="648" rx="306" ry="96" fill="#dfe5e1"/>
${heap(21, { x: 480, y: 690, width: 470, height: 250, count: 420, length: 96, fills: ['#12381f', '#1c4d2a', '#276338', '#347a45', '#0d2a18'] })}
<path d="M650 320C640 230 720 160 810 150C820 250 750 330 650 320Z" fill="#6fae4d"/><path d="M640 340C690 280 740 220 800 165" stroke="#2d5a24" stroke-width="7" fill="none"/>
<path d="M640 350C570 330 520 270 520 200C600 210 650 270 640 350Z" fill="#86c25f"/><path d="M640 350C600 300 560 250 530 212" stroke="#2d5a24" stroke-width="6" fill="none"/>
<path d="M640 340C640 420 610 480 570 520" stroke="#3b6a2d" stroke-width="11" fill="none" stroke-linecap="round"/>`,
    ),
  'tie-guan-yin': () => {
    const random = chance(5);
    const pellet = () => {
      const [side, up] = [between(random, -1, 1), random()];
      const [x, y] = [470 + side * 235, 640 - up * 190 * (1 - side * side) + between(random, 0, 40)];
      const [size, fill] = [
        between(random, 20, 34),
        pick(random, ['#4a5a34', '#5c6b3a', '#3a4629', '#6d7a48']),
      ];
      return `<g transform="translate(${x.toFixed()} ${y.toFixed()}) rotate(${between(random, 0, 360).toFixed()})"><ellipse rx="${size.toFixed()}" ry="${(size * 0.8).toFixed()}" fill="${fill}"/><path d="M${-size * 0.6} 0C${-size * 0.2} ${-size * 0.5} ${size * 0.3} ${-size * 0.4} ${size * 0.6} 0" stroke="#222c16" stroke-width="4" fill="none"/><circle cx="${-size * 0.25}" cy="${-size * 0.35}" r="${size * 0.16}" fill="#fff" opacity=".3"/></g>`;
    };
    return scene(
      ['#b99a76', '#ead7bd'],
      ['#5e6b5c', '#7d8b7a'],
      `${gradient('wood', ['#c98a4a', '#8a5527'], true)}${gradient('inner', ['#7a4a20', '#a8703a'], true)}`,
      `${shadow(500, 800, 380, 36)}
<path d="M690 560C780 540 850 470 925 420C960 400 985 440 955 468C880 540 800 640 720 680Z" fill="url(#wood)"/>
<path d="M170 600C170 740 290 800 470 800S770 740 770 600Z" fill="url(#wood)"/><ellipse cx="470" cy="600" rx="300" ry="96" fill="#d79b59"/><ellipse cx="470" cy="606" rx="272" ry="78" fill="url(#inner)"/>
${times(150, pellet)}<path d="M170 606C176 700 300 760 470 760S764 700 770 606C760 700 620 744 470 744S180 700 170 606Z" fill="#b87a3c"/>`,
    );
  },
  'mountain-herbs': () => {
    const random = chance(9);
    const flower = (x, y, size) =>
      `<g transform="translate(${x} ${y})">${times(9, (at) => `<path transform="rotate(${at * 40})" d="M0 0L${-size * 0.3} ${-size}L0 ${-size * 0.78}L${size * 0.3} ${-size}Z" fill="${at % 2 ? '#3f5fc4' : '#5578e0'}"/>`)}<circle r="${size * 0.3}" fill="#2a2f77"/></g>`;
    const stem = (at) => {
      const [tip, top] = [150 + at * 100, between(random, 130, 260)];
      const along = times(9, (step) => {
        const part = step / 9;
        const x = 500 + (tip - 500) * part ** 1.3;
        const y = 640 + (top - 640) * part;
        const fill = pick(random, ['#5f8a4a', '#7aa35c', '#4c763d', '#92b36a']);
        return part < 0.25
          ? ''
          : leaf(x.toFixed(), y.toFixed(), 74, -40 + between(random, -20, 20), fill) +
              leaf(x.toFixed(), y.toFixed(), 74, 220 + between(random, -20, 20), fill);
      });
      return `<path d="M500 640Q${(500 + tip) / 2} ${(640 + top) / 2} ${tip} ${top}" stroke="#56793f" stroke-width="9" fill="none"/>${along}`;
    };
    const cut = times(
      7,
      (at) =>
        `<path d="M500 640L${410 + at * 30} ${850 + (at % 3) * 12}" stroke="#6a8a4a" stroke-width="12" stroke-linecap="round"/>`,
    );
    return scene(
      ['#cfd7e6', '#f6f3ee'],
      ['#b48a66', '#cfa782'],
      '',
      `${shadow(500, 870, 190, 26)}${cut}${times(8, stem)}
${flower(300, 250, 66)}${flower(520, 180, 76)}${flower(700, 290, 64)}${flower(420, 380, 52)}${flower(610, 420, 50)}
<path d="M440 620C470 640 530 640 560 620L566 668C530 690 470 690 434 668Z" fill="#e9dcc3"/><path d="M436 640C470 660 530 660 564 640M500 660C460 700 440 740 452 770M500 660C540 700 560 730 544 776" stroke="#c3ad85" stroke-width="7" fill="none" stroke-linecap="round"/>`,
    );
  },
  'cast-iron-teapot': () => {
    const knobs = times(6, (row) =>
      times(13, (at) => {
        const y = 500 + row * 42;
        const reach = 236 * Math.sqrt(1 - ((y - 590) / 190) ** 2);
        const x = 500 - reach + ((at + (row % 2) / 2 + 0.5) / 13.5) * 2 * reach;
        return `<circle cx="${x.toFixed()}" cy="${y}" r="10" fill="#0b0c0e"/><circle cx="${(x - 3).toFixed()}" cy="${y - 4}" r="6" fill="#5b636b"/>`;
      }),
    );
    return scene(
      ['#a9472f', '#dd8163'],
      ['#d8c7b0', '#efe3d1'],
      `${gradient('iron', ['#1a1c20', '#4a5058', '#2b2f35', '#0e0f12'])}`,
      `${shadow(500, 800, 300, 36)}
<path d="M270 450C240 110 760 110 730 450" fill="none" stroke="#1a1c20" stroke-width="30" stroke-linecap="round"/><path d="M286 400C286 170 640 130 700 330" fill="none" stroke="#5b636b" stroke-width="6" stroke-linecap="round" opacity=".7"/>
<path d="M710 560C790 560 800 480 850 440L892 462C858 540 830 660 720 680Z" fill="url(#iron)"/>
<path d="M250 590C250 470 360 400 500 400S750 470 750 590C750 700 670 780 600 790H400C330 780 250 700 250 590Z" fill="url(#iron)"/>${knobs}
<path d="M370 424C380 372 440 350 500 350S620 372 630 424C590 446 410 446 370 424Z" fill="#2b2f35"/><path d="M400 400C420 376 470 366 520 368" stroke="#7a838c" stroke-width="6" fill="none" stroke-linecap="round"/>
<ellipse cx="500" cy="338" rx="34" ry="28" fill="#1a1c20"/><ellipse cx="492" cy="328" rx="14" ry="8" fill="#7a838c"/>
<path d="M400 790H600L590 812H410Z" fill="#0b0c0e"/>`,
    );
  },
  'porcelain-cup': () =>
    scene(
      ['#6f8fa8', '#c4d6e2'],
      ['#dfe3e4', '#f7f8f8'],
      `${gradient('china', ['#d5dce2', '#fff', '#f5f8fa', '#b7c2cb'])}${gradient('tea', ['#e6b45c', '#c98a2e'], true)}`,
      `${shadow(500, 815, 340, 34)}${steam(490, 340)}
<ellipse cx="500" cy="770" rx="330" ry="66" fill="#c3cdd5"/><ellipse cx="500" cy="758" rx="330" ry="64" fill="#fbfcfd"/><ellipse cx="500" cy="752" rx="200" ry="34" fill="#dbe2e7"/>
<path d="M690 480C850 440 850 660 640 660" fill="none" stroke="#e9eef2" stroke-width="36" stroke-linecap="round"/><path d="M690 472C834 440 838 630 660 646" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round"/>
<path d="M292 410C300 620 390 744 500 752C610 744 700 620 708 410Z" fill="url(#china)"/><ellipse cx="500" cy="410" rx="208" ry="56" fill="#fff"/><ellipse cx="500" cy="418" rx="188" ry="46" fill="#cfd8de"/><ellipse cx="500" cy="426" rx="176" ry="38" fill="url(#tea)"/>
<path d="M340 500C352 590 384 650 424 692" stroke="#fff" stroke-width="18" stroke-linecap="round" fill="none"/>
<path d="M304 470C370 500 630 500 696 470" stroke="#7d9fbb" stroke-width="5" fill="none"/>`,
    ),
};

await mkdir(OUT, { recursive: true });
for (const [name, draw] of Object.entries(DRAWINGS)) {
  const { size } = await sharp(Buffer.from(draw()))
    .webp({ quality: 82 })
    .toFile(join(OUT, `${name}.webp`));
  console.log(`${name}.webp ${Math.round(size / 1024)} kB`);
}
