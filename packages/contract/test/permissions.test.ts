import { expect } from 'chai';
import { PERMISSIONS, ROLES } from '../src/index.ts';

describe('the roles', () => {
  it('are owner, manager, support and viewer, with permissions that exist', () => {
    expect(Object.keys(ROLES)).to.deep.equal(['owner', 'manager', 'support', 'viewer']);
    for (const permissions of Object.values(ROLES)) expect(PERMISSIONS).to.include.members([...permissions]);
  });

  it('give everything to the owner, and the keys to the house to nobody else', () => {
    expect(ROLES.owner).to.deep.equal(PERMISSIONS);
    for (const role of ['manager', 'support', 'viewer'] as const)
      expect(ROLES[role]).to.not.include('users:write');
  });

  it('let a viewer look and never write', () => {
    expect(ROLES.viewer.filter((permission) => permission.endsWith(':write'))).to.deep.equal([]);
  });

  it('let support help customers, and touch neither settings nor catalogue', () => {
    expect(ROLES.support).to.include.members(['customers:write', 'orders:write']);
    expect(ROLES.support.some((permission) => /^(settings|catalog|users):write$/.test(permission))).to.equal(
      false,
    );
  });
});
