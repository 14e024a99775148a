import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parsePath, pathOf, srcsetOf } from './picture-sizes.ts';

describe('the address of a picture', () => {
  const name = { tenantId: randomUUID(), hash: 'A'.repeat(43) };

  it('names store, file, width and format, and nothing else is one', () => {
    const path = pathOf(name, 640, 'avif');
    expect(parsePath(path)).to.deep.equal({ ...name, width: 640, format: 'avif' });

    for (const wrong of [
      path.replace('640', '641'),
      path.replace('640', '0640'),
      path.replace('avif', 'jpeg'),
      path.replace('AAA', '../'),
      path.replace(name.tenantId, '-'.repeat(36)),
      path.replace(name.tenantId, '..'),
      `${path}/`,
      `/x${path}`,
    ])
      expect(parsePath(wrong), wrong).to.equal(undefined);
  });

  it('is given for every width up to the picture’s own, which ends the list', () => {
    const widthsOf = (width: number) =>
      [...srcsetOf('', pathOf(name, 160, 'webp'), width).webp.matchAll(/(\d+)\.webp (\d+)w/g)].map(
        ([, file, shown]) => `${file}:${shown}`,
      );

    expect(widthsOf(80)).to.deep.equal(['160:80']);
    expect(widthsOf(320)).to.deep.equal(['160:160', '320:320']);
    expect(widthsOf(1000)).to.deep.equal(['160:160', '320:320', '640:640', '960:960', '1280:1000']);
    expect(widthsOf(2560).at(-1)).to.equal('1920:1920');
  });
});
