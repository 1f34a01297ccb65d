import { safePartText } from '../../../api/text/missing.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { type Invariant, invariantsIn, isUnannounced } from '../chain/invariants.ts'
import type { SafeControl } from '../chain/safe-state.ts'
import { firstTexts } from '../summary/words.ts'
import type { AddressText } from '../types.ts'
import type { Detector, Observation } from './detector.ts'

/** Entries of a list that a text names; more are counted. */
const SHOWN = 5

export const safeInvariant: Detector = {
  id: 'safe-invariant',
  about: 'sender',
  summary:
    'In the simulation the singleton, owners, threshold, modules, guards, fallback handler or nonce of a Safe change, and the call data does not say so.',
  why: 'UNSAFE 85 for any function and any called address, also on an allow list. Read before and after the run, of at most two Safes that execute or are called: lists as the Safe answers them, slots from its storage. Announced is what the Safe is called with by itself, at any depth, and what a known library of Safe (a migration) does by delegatecall; the nonce grows by one with each execution, and stays with a module. With a node that traces, an owner or a module that is written past the lists, and any other slot that code of others writes, are found as well. What could not be read is missing data.',
  origin:
    'The thefts from WazirX (2024) and Bybit (2025): a delegatecall wrote the storage of the Safe. SafeStorage of the Safe contracts.',
  examples: {
    attack: 'A delegatecall writes the threshold of a Safe.',
    nearMiss: 'The Safe calls its own changeThreshold.',
    evasion:
      'The call data announces another owner than the one that is added: the list afterwards is compared with the announced one.',
  },
  reads: ['chain'],
  detect({ evidence, addressText, ...analysis }): Observation[] {
    if (!evidence.chain?.simulation.safes.length) return []
    return invariantsIn(analysis, evidence)
      .filter(isUnannounced)
      .map((invariant) => ({
        subCategory: 'maliciousProtocolUpgrade',
        points: 85,
        text: textOf(invariant, addressText),
        source: 'simulation',
        flip: 'reject: a planned change is a call of the Safe to itself, which names the new value',
      }))
  },
}

function textOf({ safe, part, before, after }: Invariant, addressText: AddressText): string {
  const of = `of the Safe ${addressText(safe)}`
  const from = `from ${valueText(before, addressText)} to ${valueText(after, addressText)}`
  const silent = 'in the simulation, and the call data does not say so.'
  if (part === 'storage') return `Storage ${of} that no function of a Safe writes changes ${from} ${silent}`
  const name = safePartText(part)
  const verb = part === 'owners' || part === 'modules' ? 'change' : 'changes'
  return `T${name.slice(1)} ${of} ${verb} ${from} ${silent}`
}

function valueText(value: SafeControl[keyof SafeControl], addressText: AddressText): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return isZeroAddress(value) ? 'none' : addressText(value)
  const all = value ?? []
  return all.length === 0 ? 'none' : firstTexts(all, all.length > SHOWN ? SHOWN - 1 : SHOWN, addressText)
}
