import {
  EVENTS,
  type EventName,
  type FilterValue,
  fullData,
  NAMED_SCHEMAS,
  OBJECTS,
} from '@service/contract';

/** The part of JSON Schema that describes the values at a path. */
export interface Shape {
  type?: string | string[];
  enum?: FilterValue[];
  const?: FilterValue;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  additionalProperties?: boolean | Shape;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** The possible values of an event at a path. */
export interface Target {
  /** Names of members; a name may contain dots. */
  names: string[];
  /** The types of the value, except null. */
  shapes: Shape[];
  /** The path leads through a list, so there may be several values, or none. */
  isList: boolean;
  /** The value may be missing, or null. */
  isOptional: boolean;
}

const SCALAR: Shape = { type: ['string', 'number', 'boolean'] };

/** Returns the possible values of the event at the path; null: there is no such member. */
export function targetOf(event: EventName, path: string): Target | null {
  return follow({ names: [], shapes: [envelopeShape(event)], isList: false, isOptional: false }, path);
}

/** The names of members in a path, read by the first event that has it. */
export function namesAt(path: string, events: readonly EventName[]): readonly string[] {
  return events.map((event) => targetOf(event, path)).find((target) => target !== null)?.names ?? [];
}

/**
 * The paths of an event, in the order of its schema; a path that ends with a dot must be continued with a name that the store has
 * chosen.
 */
export function* pathsOf(event: EventName): Generator<{ path: string; target: Target }> {
  yield* below(
    '',
    settle({ names: [], shapes: [envelopeShape(event)], isList: false, isOptional: false }),
    event,
  );
}

function* below(prefix: string, at: Target, event: EventName): Generator<{ path: string; target: Target }> {
  for (const name of new Set(at.shapes.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const path = `${prefix}${name}`;
    const target = targetOf(event, path);
    if (!target) continue;
    // `data` itself always exists, so no condition on it makes sense.
    if (path !== 'data') yield { path, target };
    yield* below(`${path}.`, target, event);
  }
  const ofAnyName = targetOf(event, `${prefix}name`);
  const isMap = at.shapes.some(({ additionalProperties }) => typeof additionalProperties === 'object');
  if (isMap && ofAnyName) yield { path: prefix, target: ofAnyName };
}

const envelopes = new Map<EventName, Shape>();

/** The part of an event that a filter can use: its name, and the full payload. */
function envelopeShape(name: EventName): Shape {
  const known = envelopes.get(name);
  if (known) return known;
  const { object, hasChanges } = EVENTS[name] as (typeof EVENTS)[EventName] & { hasChanges?: boolean };
  const payload = EVENTS[name].payload as Shape;
  const { objectOmitted: _, ...full } = fullData(
    (object ? NAMED_SCHEMAS[OBJECTS[object].schema] : { type: 'null' }) as never,
  );
  const data: Shape = {
    type: 'object',
    properties: {
      ...payload.properties,
      ...(full as Record<string, Shape>),
      ...(hasChanges ? {} : { changes: { type: 'null' } }),
    },
    required: payload.required ?? [],
  };
  const shape = { type: 'object', properties: { event: { const: name }, data }, required: ['event', 'data'] };
  envelopes.set(name, shape);
  return shape;
}

function follow(from: Target, path: string): Target | null {
  const at = settle(from);
  const [name = '', ...rest] = path.split('.');
  const found = at.shapes.flatMap(({ properties, required = [] }) => {
    const shape = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return shape ? [{ shape, isRequired: required.includes(name) }] : [];
  });
  if (found.length === 0) return followMap(at, path);
  const next: Target = {
    names: [...at.names, name],
    shapes: found.map(({ shape }) => shape),
    isList: at.isList,
    isOptional:
      at.isOptional || found.length < at.shapes.length || found.some(({ isRequired }) => !isRequired),
  };
  return rest.length > 0 ? follow(next, rest.join('.')) : settle(next);
}

/** The names in a map are chosen by its owner and may contain dots, so the rest of the path is one name. */
function followMap(at: Target, path: string): Target | null {
  const shapes = at.shapes.flatMap(({ additionalProperties }) =>
    typeof additionalProperties === 'object' ? [additionalProperties] : [],
  );
  if (shapes.length === 0 || path === '') return null;
  return settle({ ...at, names: [...at.names, path], shapes, isOptional: true });
}

/** Null isn't a shape but the lack of a value; for a list, its items are meant. A schema without a type is that of a scalar. */
function settle(target: Target): Target {
  let { isList, isOptional } = target;
  const shapes = target.shapes.flatMap(function read(shape: Shape): Shape[] {
    if (shape.anyOf) return shape.anyOf.flatMap(read);
    const types = typesOf(shape);
    if (types.includes('null')) isOptional = true;
    if (types.includes('array')) {
      isList = true;
      return read(shape.items ?? {});
    }
    if (types.length === 0) {
      isOptional = true;
      return [SCALAR];
    }
    const isNull = types.every((type) => type === 'null');
    return isNull ? [] : [shape];
  });
  return { names: target.names, shapes, isList, isOptional };
}

/** The types of a value in JSON Schema; none: any. */
export function typesOf({ type, enum: values, const: only }: Shape): string[] {
  if (type !== undefined) return [type].flat();
  const given = values ?? (only === undefined ? [] : [only]);
  return [...new Set(given.map((value) => (value === null ? 'null' : typeof value)))];
}
