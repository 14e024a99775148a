export {
  assertCustomerGroup,
  createCustomerGroup,
  deleteCustomerGroup,
  getCustomerGroup,
  listCustomerGroups,
  lockCustomerGroups,
  updateCustomerGroup,
} from './customer-groups.ts';
