import { expect } from 'chai';
import sharp from 'sharp';
import { createResizer } from './resizer.ts';

const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f6b45', noise } });

/** A GIF of two frames: the first is green, the second red. */
async function animated(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp([await frame('#00ff00'), await frame('#ff0000')], { join: { animated: true } })
    .gif()
    .toBuffer();
}

describe('the resizer', () => {
  const resizer = createResizer({ maxPixels: 4_000_000, maxWaiting: 3 });
  const refusalOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('keeps a picture upright, within its limit, and without the file’s metadata', async () => {
    const exif = { IFD0: { Artist: 'Ada Lovelace' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };
    const turned = await drawn(1000, 2600).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
    expect(await sharp(turned).metadata()).to.have.property('exif');

    const { bytes, width, height } = await resizer.shrink('a', turned);

    const kept = await sharp(bytes).metadata();
    expect(kept).to.include({ format: 'webp', width, height });
    expect(kept).to.not.have.any.keys('exif', 'iptc', 'xmp', 'orientation');
    expect(Buffer.from(bytes).includes('Ada Lovelace')).to.equal(false);
    expect([width, height]).to.deep.equal([2560, 985]);
  });

  it('knows a format by its content, takes the first frame, and makes both formats', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const kept = await resizer.shrink('a', await drawn(200, 100)[format]().toBuffer());
      expect(kept, format).to.include({ width: 200, height: 100 });
    }
    const { bytes, width, height } = await resizer.shrink('a', await animated());
    expect([width, height]).to.deep.equal([20, 10]);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.g).to.be.above(dominant.r);

    const wide = await resizer.shrink('a', await drawn(400, 200).png().toBuffer());
    const avif = await resizer.resize('a', wide.bytes, { width: 160, format: 'avif' });
    const webp = await resizer.resize('a', wide.bytes, { width: 1920, format: 'webp' });
    expect(await sharp(avif).metadata()).to.include({ mediaType: 'image/avif', width: 160, height: 80 });
    expect(await sharp(webp).metadata()).to.include({ format: 'webp', width: 400, height: 200 });
  });

  it('refuses what is no picture, what is a program, what is cut off and what is too large', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
    const whole = await drawn(400, 400).jpeg().toBuffer();
    const hostile = {
      svg: Buffer.from(svg),
      'svg behind a byte order mark': Buffer.from(`\ufeff${svg}`),
      pdf: Buffer.from('%PDF-1.7\n'),
      tiff: await drawn(9, 9).tiff().toBuffer(),
      text: Buffer.from('GIF89a, or so it says'),
      nothing: Buffer.alloc(0),
      'half a picture': whole.subarray(0, whole.length / 2),
      'more pixels than allowed': await sharp({
        create: { width: 2001, height: 2000, channels: 3, background: '#fff' },
      })
        .png()
        .toBuffer(),
    };

    for (const [what, bytes] of Object.entries(hostile))
      expect(await refusalOf(resizer.shrink('a', bytes)), what).to.include({ code: 'invalid_picture' });
  });

  it('lets stores take turns, refuses one that has too many waiting, and never blocks', async () => {
    const { bytes } = await resizer.shrink('a', await drawn(400, 400).jpeg().toBuffer());
    const order: string[] = [];
    const make = (store: string) =>
      resizer.resize(store, bytes, { width: 320, format: 'avif' }).then(() => order.push(store));

    const [first, ...others] = [...Array.from({ length: 5 }, () => make('many')), make('one')];
    let turns = 0;
    const turning = (async () => {
      while (order.length === 0) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const outcomes = await Promise.allSettled([first, ...others, turning]);

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).to.deep.equal(['too_many_requests']);
    expect(order.slice(0, 3)).to.include('one');
    expect(turns).to.be.above(1);
  });

  it('survives a decoder that crashes, hangs or can’t begin', async () => {
    const picture = await drawn(10, 10).png().toBuffer();
    const slow = createResizer({ maxPixels: 4_000_000, deadlineMs: 1 });
    const missing = createResizer({ program: '/no/such/decoder.js' });

    for (const broken of [slow, missing])
      expect(await refusalOf(broken.shrink('a', picture))).to.include({ code: 'dependency_unavailable' });
    expect(await resizer.shrink('a', picture)).to.include({ width: 10 });
  });
});
