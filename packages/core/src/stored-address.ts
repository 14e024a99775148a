/** As addresses are stored and compared. */
export function storedAddress<A extends { country: string }>(address: A): A {
  return { ...address, country: address.country.toUpperCase() };
}
