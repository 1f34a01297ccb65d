import { isZeroAddress } from '../../evm/words.ts'
import type { Exchange } from '../actions/actions.ts'
import type { Facts } from '../facts.ts'
import { isKnown } from '../parties/known.ts'
import type { Detector, Observation } from './detector.ts'

export const otherChainReceiver: Detector = {
  id: 'other-chain-receiver',
  about: 'sender',
  summary: 'A bridge transfer to another kind of chain, such as Solana, has an EVM address as its receiver.',
  why: 'UNSAFE 75, about the call: an ALLOW entry does not cap it. No one has a key of that account there. Where accounts have 20 bytes too (Cosmos chains, Tron), only an own address or one that is known as an EVM address counts; any other receiver on such a chain is NO DATA.',
  origin: 'Chain numbers and account forms in the documentation of the bridges.',
  examples: {
    attack: 'USDC goes to the own EVM address, padded to 32 bytes, on Solana.',
    nearMiss: 'USDC goes to an account of 32 bytes on Solana.',
    evasion: 'The bridge is called in a multicall of a Safe: it is found. A number that no table has is NO DATA.',
  },
  reads: ['exchanges'],
  detect(facts) {
    const lost = facts.exchanges.find((exchange) => isLost(exchange, facts))
    return lost?.on === undefined ? [] : [observation(lost.on.name, facts.addressText(lost.authority))]
  },
}

function isLost({ on, authority }: Exchange, facts: Facts): boolean {
  if (on === undefined || isZeroAddress(authority)) return false
  if (on.accountBytes === 32 || facts.own.has(authority)) return true
  return isKnown({ address: authority, role: 'recipient', internal: true }, facts.evidence)
}

function observation(chain: string, receiver: string): Observation {
  return {
    points: 75,
    text: `The receiver on ${chain} is ${receiver}, an EVM address, and no one has a key of that account there.`,
    flip: `set the receiver to an account on ${chain}`,
  }
}
