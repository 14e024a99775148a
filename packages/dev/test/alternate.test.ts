import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { alternate } from '../bin/alternate.mjs';

describe('two programs that take turns', () => {
  /** Works in so many turns, and notes each. */
  function program(name: string, turns: number, log: string[]) {
    return async (port: number) => {
      const socket = connect(port, '127.0.0.1');
      for (let turn = 0; turn < turns; turn += 1) {
        socket.write('next\n');
        await once(socket, 'data');
        log.push(`${name}${turn}`);
      }
      socket.destroy();
      return name;
    };
  }

  it('work one after the other', async () => {
    const log: string[] = [];
    const results = await alternate([program('a', 3, log), program('b', 3, log)]);

    expect(log).to.deep.equal(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(results).to.deep.equal(['a', 'b']);
  });

  it('go on alone when the other has ended', async () => {
    const log: string[] = [];
    await alternate([program('a', 4, log), program('b', 1, log)]);

    expect(log).to.deep.equal(['a0', 'b0', 'a1', 'a2', 'a3']);
  });

  it('run as a whole if they never ask for a turn', async () => {
    const log: string[] = [];
    const whole = async () => {
      log.push('whole');
      return 'whole';
    };
    await alternate([program('a', 2, log), whole]);
    await alternate([whole, program('b', 2, log)]);

    expect(log).to.deep.equal(['whole', 'a0', 'a1', 'whole', 'b0', 'b1']);
  });
});
