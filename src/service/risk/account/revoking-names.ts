/** Functions that end a right of the address they name. */
const ENDS = /^(?:revoke|cancel)|^remove(?:Owner|Signer|Guardian|Operator|Delegate|Module)/

export function endsRight(name: string): boolean {
  return ENDS.test(name)
}
