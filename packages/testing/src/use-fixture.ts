interface FixtureOptions<Fixture> {
  close?: (fixture: Fixture) => unknown;
  /** Whether each test gets one of its own; else they share one. */
  each?: boolean;
}

/**
 * Makes something before the tests of the `describe` that this is called in, and closes it after them. The returned object is a
 * proxy of it: it can be passed on and used in hooks and tests, but not before them.
 */
export function useFixture<Fixture extends object>(
  make: () => Promise<Fixture>,
  { close, each = false }: FixtureOptions<Fixture> = {},
): Fixture {
  let made: Fixture | undefined;
  (each ? beforeEach : before)(async () => {
    made = await make();
  });
  if (close) (each ? afterEach : after)(() => made && close(made));
  return new Proxy({} as Fixture, {
    get(_target, name) {
      if (!made) throw new Error(`Asked for ${String(name)} of what is made only before the tests.`);
      return Reflect.get(made, name, made);
    },
  });
}
