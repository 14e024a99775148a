import { expect } from 'chai';
import { findUnknownPlaceholder, renderTemplate, TemplateError } from './render-template.ts';

const VALUES = { name: 'Ada', secret: null, lines: [{ title: 'Tea', quantity: 2 }] };

async function refusal(source: string): Promise<TemplateError> {
  const output = await renderTemplate(source, VALUES).catch((error: unknown) => error);
  expect(output, source.slice(0, 60)).to.be.instanceOf(TemplateError);
  return output as TemplateError;
}

describe('renderTemplate', () => {
  it('shows values, conditions and the goods, each as it is', async () => {
    const source =
      '{% if secret %}no{% endif %}{{ name | upcase }}{% for line in lines %} {{ line.quantity }} × {{ line.title }}{% endfor %}';

    expect(await renderTemplate(source, VALUES)).to.equal('ADA 2 × Tea');
    expect(await renderTemplate('{{ name }}', { name: '<{{ secret }}>' })).to.equal('<{{ secret }}>');
    expect(await renderTemplate('{% if name contains "d" %}{{ "word ".size }}{% endif %}', VALUES)).to.equal(
      '5',
    );
    expect(await renderTemplate('word '.repeat(3000), VALUES)).to.equal('word '.repeat(3000));
  });

  it('says the line and the reason of what it can’t take', async () => {
    expect(await refusal('Hello\n\n{{ nam }}')).to.include({ line: 3, message: 'undefined variable: nam' });
    expect(await refusal('a\n{{ name | shout }}')).to.include({
      line: 2,
      message: 'undefined filter: shout',
    });
    expect(await refusal('{% if name %}'))
      .to.have.property('message')
      .that.includes('not closed');
    expect(await refusal('{{ name'))
      .to.have.property('message')
      .that.includes('not closed');
  });

  it('reads no other template, no file, and nothing that a value inherits', async () => {
    for (const tag of ["include 'x'", "render '/etc/passwd'", "layout 'x'", 'block x', 'liquid', 'capture x'])
      expect((await refusal(`{% ${tag} %}`)).message).to.match(/not found|undefined/);
    for (const path of ['name.constructor', 'lines.__proto__', 'lines.map', 'constructor', '__proto__.x'])
      expect((await refusal(`{{ ${path} }}`)).message).to.include('undefined variable');
    for (const filter of ['json', 'inspect', 'raw', 'date', 'where_exp: "a", "b"', 'constructor'])
      expect((await refusal(`{{ name | ${filter} }}`)).message).to.include('undefined filter');
  });

  it('ends a hostile source by its limits', async () => {
    const loop = (levels: number, range: string) =>
      `${`{% for i in ${range} %}`.repeat(levels)}x${'{% endfor %}'.repeat(levels)}`;
    const doubled = `{% assign a = "0123456789" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`;

    expect((await refusal(loop(1, '(1..1000000000)'))).message).to.include('memory alloc limit');
    expect((await refusal(loop(8, '(1..9)'))).message).to.match(/limit exceeded|writes too much/);
    expect((await refusal(loop(9, '(1..90)'))).message).to.match(/limit exceeded/);
    expect((await refusal(doubled)).message).to.include('memory alloc limit');
    expect((await refusal('x'.repeat(20_001))).message).to.include('parse length limit');
    await refusal(`${'{% if name %}'.repeat(1500)}x`);
    for (const word of ['1', 'name', 'ä'])
      expect(
        (await refusal(`{% case name %}{% when ${word}${`,${word}`.repeat(1000)} %}{% endcase %}`)).message,
      ).to.include('words are in braces');
    const long = `{% assign a = "0123456789" %}${'{% assign a = a | append: a %}'.repeat(10)}`;
    expect(
      (await refusal(`${long}{% if a contains "x"${' or a contains "x"'.repeat(30)} %}{% endif %}`)).message,
    ).to.include('memory alloc limit');
    await refusal(`{% for i in (1..90) %}{% for j in (1..90) %}${'x'.repeat(1000)}{% endfor %}{% endfor %}`);
  });

  it('names a placeholder that is unknown, also where it isn’t rendered', async () => {
    const known = ['name', 'lines'];
    const source =
      'a\n{% if name == "never" %}\n{{ adress }}{% endif %}{% for line in lines %}{{ line.title }}{% endfor %}';

    expect(await findUnknownPlaceholder(source, known)).to.deep.equal({ name: 'adress', line: 3 });
    expect(await findUnknownPlaceholder(source.replace('adress', 'name'), known)).to.equal(undefined);
  });
});
