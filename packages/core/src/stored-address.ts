/** An address in the form in which it is stored and compared. */
export function storedAddress<A extends { country: string }>(address: A): A {
  return { ...address, country: address.country.toUpperCase() };
}
