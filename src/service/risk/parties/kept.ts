import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { addressOfNumber, argumentNumbers, isZeroAddress } from '../../evm/words.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { type Call, isRead } from '../decode/calls.ts'
import type { Facts } from '../facts.ts'
import { roles } from './known.ts'

/**
 * A stake, a repayment, a bid, an invoice, a payroll: what a contract that was there days ago takes is not more than the value that is
 * sent with the call, or about as much as the call data names, or an item that it names; it goes to contracts of that age, to people
 * that the call data names, exactly as much as it names, or back to an earlier bidder. The call data names no one else with a stake in it. Nothing vouches for it,
 * and nothing speaks against it.
 */
export function isKept(
  contract: string,
  { value }: Pick<Call, 'value'>,
  taken: readonly AssetAmount[],
  facts: Facts,
): boolean {
  const { changes, decoded, evidence, own, reputationOf } = facts
  if (!changes?.isComplete || !codeAgeOf(contract, evidence).isOld) return false
  const words = numbersTo(contract, decoded)
  const named = words.filter(isAddress).map(addressOfNumber)
  const holders = new Set<string>()
  const stays = taken.every(({ token, id, amount }) => {
    const found = changes.holdersOf(token).filter((holder) => !own.has(holder))
    for (const holder of found) holders.add(holder)
    const isPayee = (holder: string) =>
      id === undefined && named.includes(holder) && words.includes(changes.changeOf(holder, token))
    const isMeant = token === NATIVE ? -amount <= value : isNamedAsset({ id, amount }, words) || found.every(isPayee)
    const isRight = (holder: string) =>
      isZeroAddress(holder)
        ? isBurned(token, facts)
        : codeAgeOf(holder, evidence).isOld || isPayee(holder) || isReplaced(holder, contract, facts)
    const seen = found.reduce((sum, holder) => sum + changes.changeOf(holder, token), 0n)
    return isMeant && seen * 100n >= -amount * (100n - TOLERATED) && found.every(isRight)
  })
  const parties = new Set([...own, ...holders, contract, ...taken.map(({ token }) => token)])
  return (
    stays &&
    named.every(
      (address) =>
        parties.has(address) || reputationOf(address).trustedBy !== undefined || gainsNothing(address, contract, facts),
    )
  )
}

/** What is read names it and gives it nothing: a token of the other side of a bridge. */
function gainsNothing(address: string, contract: string, { decoded, subjects }: Facts): boolean {
  const made = decoded.calls.filter(({ to }) => to === contract)
  return made.every(isRead) && subjects.some((each) => each.address === address && !roles[each.role].gains)
}

/** An own account takes the place of the address in the storage of the contract: a bid pays back the one before it. */
function isReplaced(address: string, contract: string, { own, evidence }: Facts): boolean {
  const slots = evidence.chain?.simulation.slots ?? []
  return slots.some(({ contract: changed, before, after }) => {
    const at = before.indexOf(address.slice('0x'.length))
    return changed === contract && at >= 0 && own.has(`0x${after.slice(at, at + address.length - '0x'.length)}`)
  })
}

/** What the call data says to a contract, as numbers. */
export function numbersTo(contract: string, { calls }: Facts['decoded']): bigint[] {
  return calls.filter(({ to }) => to === contract).flatMap(({ data }) => argumentNumbers(data))
}

/** Items by their ids; of ERC-1155 with their number. */
function isNamedAsset({ id, amount }: Pick<AssetAmount, 'id' | 'amount'>, words: readonly bigint[]): boolean {
  if (id === undefined) return isNamed(-amount, words)
  return words.includes(id) && (amount === -1n || words.includes(-amount))
}

/** Per cent that interest of a token may differ, where balances show more than the trace. */
const TOLERATED = 1n

/** A debt or a share that its own token destroys. */
function isBurned(token: string, { evidence, reputationOf }: Facts): boolean {
  return reputationOf(token).trustedBy === undefined && codeAgeOf(token, evidence).isOld
}

/** About as much: less a reward or a fee. */
export function isNamed(amount: bigint, words: readonly bigint[]): boolean {
  return words.some((word) => word >= amount && word <= 2n * amount)
}

/** More than any amount, and not as long as a hash: an address with eight leading zero bytes cannot be found. */
function isAddress(word: bigint): boolean {
  return word >= 2n ** 96n && word < 2n ** 160n
}
