import { interaction } from '../actions/actions.ts'
import { callsOut, measuredBy } from '../chain/read-observation.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

/** Interest and fees, in percent. */
const TOLERATED = 5n

/** Functions that take an amount of the token itself. */
const takesAmount = /^(?:deposit|stake|supply|lend|addLiquidity)/

export const excessOutflow: Detector = {
  id: 'excess-outflow',
  about: 'sender',
  summary: 'A deposit at an unknown contract takes more of a token than any amount that the call data names.',
  why: 'UNSAFE 75. The call data names what the sender means to pay; an earlier allowance lets the contract take more.',
  origin:
    'Proxies with a hidden implementation: explorers show the code of an honest vault; the balances are measured.',
  examples: {
    attack: 'deposit() of 100 takes the whole balance.',
    nearMiss: 'deposit() of 100 takes 100.',
    evasion: 'Shares come back: it is found even so. A function whose amounts are in another unit is not compared.',
  },
  reads: ['chain'],
  detect({ evidence, calls: all, own, isUnknown }) {
    const simulation = measuredBy(evidence)
    if (!simulation) return []
    const calls = callsOut({ calls: all, own })
    const deposit = calls.find(
      (call) => call.status === 'decoded' && takesAmount.test(call.name) && isUnknown(interaction(call, call.to)),
    )
    if (!deposit || calls.some(({ status }) => status !== 'decoded' && status !== 'plain')) return []
    const named = calls.flatMap(({ args }) => Object.values(args).flatMap(numbersIn))
    if (named.length === 0) return []
    const taken = Map.groupBy(
      simulation.changes.filter(({ standard }) => standard === 'erc20'),
      ({ token }) => token,
    )
    const excess = Array.from(taken.values()).some((changes) => {
      const out = -changes.reduce((sum, { amount }) => sum + amount, 0n)
      return out > 0n && named.every((amount) => out * 100n > amount * (100n + TOLERATED))
    })
    if (!excess) return []
    return [
      {
        points: 75,
        subject: deposit.to,
        text: 'takes more than any amount that the call data names, and is unknown',
        source: 'simulation',
        flip: rejectUnlessPlanned,
      },
    ]
  },
}

function numbersIn(value: ArgumentValue): bigint[] {
  if (typeof value === 'bigint') return [value]
  return Array.isArray(value) ? value.flatMap(numbersIn) : []
}
