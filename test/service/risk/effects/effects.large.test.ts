import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action, DecodedCall } from '../../../../src/service/risk/actions/actions.ts'
import { readerOf } from '../../../../src/service/risk/actions/effects.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Effect, EffectRow } from '../../../../src/service/risk/effects/effect.ts'
import { effectRowOf, effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { phishingFunctionOf } from '../../../../src/service/risk/phishing-functions/look-up.ts'
import { sample } from '../../../support/share.ts'
import { intel, judged, sender, stranger, token, transaction } from '../situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import {
  type Arguments,
  encodeCall,
  holdersOf,
  OFF,
  partiesOf,
  pathsOf,
  selectorOf,
  typesByPath,
} from './effect-call.ts'

const rows = sample(effectRows().filter(([, { standard }]) => !standard))
const contract = '0xc0de5b6c7d8e9fa0b1c2d3e4f5061728394a5bcd'

/** Rules that an effect can set off. */
const rules = ['unknown-right', 'foreign-receiver', 'control-change', 'unknown-grant']

/** The lines of `check` about each row, as "function: line". */
function faults(check: (row: EffectRow, selector: string) => readonly string[]): string[] {
  return rows.flatMap(([selector, row]) => check(row, selector).map((fault) => `${row.call}: ${fault}`))
}

describe('the table', () => {
  test('each selector is the one of its signature', () => {
    expect(
      faults(({ call }, selector) => {
        const expected = selectorOf(call)
        return selector === expected ? [] : [`${selector} instead of ${expected}`]
      }),
    ).toEqual([])
  })

  test('each function is in one row only', () => {
    expect(new Set(rows.map(([selector]) => selector)).size).toBe(rows.length)
  })

  test('each row is found by its selector, and its neighbours are not', () => {
    expect(faults((row, selector) => (isDeepStrictEqual(effectRowOf(selector), row) ? [] : ['not found']))).toEqual([])
    const known = new Set(effectRows().map(([selector]) => selector))
    const neighbours = rows.map(([selector]) => `0x${((Number(selector) ^ 1) >>> 0).toString(16).padStart(8, '0')}`)
    expect(neighbours.filter((selector) => !known.has(selector) && effectRowOf(selector))).toEqual([])
    expect(['0x', '0x00000001', '0xffffffff', 'PERMIT2_PERMIT', '0x0a'].map(effectRowOf)).toEqual(
      Array(5).fill(undefined),
    )
  })

  test('each path names a parameter, and who gains is in a type that can hold an address', () => {
    expect(
      faults(({ call, effects }) => {
        const types = typesByPath(call)
        const unknown = effects.flatMap(pathsOf).filter((path) => !types.has(withoutDrops(path)))
        const mistyped = effects
          .flatMap((effect) => [...partiesOf(effect), ...holdersOf(effect)])
          .filter((path) => !holdsAddress(types.get(withoutDrops(path))))
        return [...unknown.map((path) => `no ${path}`), ...mistyped.map((path) => `${path} is no address`)]
      }),
    ).toEqual([])
  })

  test('a function that gives nobody anything is not one that phishing pages use', () => {
    expect(
      faults(({ effects, hides }, selector) =>
        effects.length === 0 && !hides && phishingFunctionOf(selector) ? ['phishing'] : [],
      ),
    ).toEqual([])
  })
})

/** The options or instructions of a message, of those whom they pay; bytes, of the addresses at their ends; a route of Curve, of all of it. */
function withoutDrops(path: string): string {
  return path.replace(/\.@(?:drops|payees|start|end)$/, '').replace(/\.@(?:route|first(?=\.))/, '')
}

function holdsAddress(type = ''): boolean {
  return /^(address|bytes32|bytes|string|uint256|uint160|bytes20|bytes21|bytes25)(\[\d*\])*$/.test(type)
}

/** Someone unknown. */
const unknown = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  .filter((address) => !/^0x0000|0000$/.test(address))

/** All parties are the actor. Calls inside without data are payments. */
function honest({ effects }: EffectRow, actor: string): Arguments {
  return Object.fromEntries(['calls.target', ...effects.flatMap(partiesOf)].map((path) => [path, actor]))
}

function withGain(row: EffectRow, { to }: Effect, actor: string, authority: string): Arguments {
  return { ...honest(row, actor), [to.replace('.@start', '')]: authority }
}

function isGained({ kind, to }: Effect): boolean {
  return kind !== 'transfer' && kind !== 'relies' && !to.startsWith('@')
}

/** Findings of the rules about effects: "rule subject". */
function found(to: string, data: string): string[] {
  const { findings, status, coverage } = judged({ to, data })
  const relevant = findings.filter(({ rule }) => rules.includes(rule))
  // Paying in for somebody else is a notice, and no data about the receiver is NO DATA.
  const isSafe = status === 'SAFE' && coverage !== 'none'
  return relevant.map(({ rule, subject }) => `${rule} ${subject}${isSafe ? ' but SAFE' : ''}`)
}

const expectedRule: Readonly<Record<Exclude<Effect['kind'], 'transfer' | 'relies'>, string>> = {
  right: 'unknown-right',
  exchange: 'foreign-receiver',
  control: 'control-change',
  grant: 'unknown-grant',
}

describe('an unknown address that gains', () => {
  /** The faults of one way to send the call. */
  function missed(authority: string, actor: string, send: (data: string) => readonly [to: string, data: string]) {
    return faults((row) =>
      row.effects.filter(isGained).flatMap((effect) => {
        const data = encodeCall(row, withGain(row, effect, actor, authority), token)
        const rule = effect.kind === 'transfer' || effect.kind === 'relies' ? '' : expectedRule[effect.kind]
        return found(...send(data)).includes(`${rule} ${authority}`) ? [] : [`${effect.kind} to ${effect.to} missed`]
      }),
    )
  }

  test.each<[string, string, (data: string) => readonly [string, string]]>([
    ['in the call itself', sender, (data) => [contract, data]],
    ['in a multicall', sender, (data) => [contract, wrapInMulticall(data)]],
    ['in a call by a Safe', safe, (data) => [safe, wrapInSafe(contract, 0n, data)]],
  ])('is found %s', (_, actor, send) => {
    fc.assert(
      fc.property(unknown, (authority) => {
        expect(missed(authority, actor, send)).toEqual([])
      }),
      // To shrink an address says nothing, and takes minutes.
      { numRuns: 2, seed: 7, endOnFailure: true },
    )
  })
})

describe('is not a finding', () => {
  test.each<[string, string, (data: string) => readonly [string, string], Effect['kind'][]]>([
    ['the sender', sender, (data) => [contract, data], []],
    // Control of another contract, or an allowance for its tokens, is a finding also when the Safe takes it.
    ['the Safe that makes the call', safe, (data) => [safe, wrapInSafe(contract, 0n, data)], ['control', 'grant']],
  ])('what %s gets itself', (_, actor, send, except) => {
    expect(
      faults((row) =>
        row.effects.some(({ kind }) => except.includes(kind))
          ? []
          : found(...send(encodeCall(row, honest(row, actor), token))),
      ),
    ).toEqual([])
  })

  test('a right that ends', () => {
    expect(
      faults((row) =>
        row.effects.flatMap((effect) => {
          if (!('unless' in effect) || effect.unless === undefined) return []
          const given = { ...withGain(row, effect, sender, contract), [effect.unless]: OFF }
          return found(contract, encodeCall(row, given, token))
        }),
      ),
    ).toEqual([])
  })

  test('a right for the zero address', () => {
    expect(
      faults((row) =>
        row.effects
          .filter(isGained)
          .flatMap((effect) => found(contract, encodeCall(row, { ...honest(row, sender), [effect.to]: OFF }, token))),
      ),
    ).toEqual([])
  })
})

const trustedToken = [intel(token, { kind: 'protocol', label: 'a protocol', canonical: true })]

/** The called contract and all tokens are known. */
const trusted = [contract, token].map((address) =>
  intel(address, { kind: 'protocol', label: 'a protocol', canonical: true }),
)

describe('an unknown market, pool or hook', () => {
  const holder = '0x401de4c3d4e5f60718293a4b5c6d7e8f9012345a'
  /** Starts the bytes32 of a pool, ends that of an account. */
  const at = (address: string, path: string, effect: Effect) =>
    address !== OFF && effect.kind === 'exchange' && [effect.heldBy ?? []].flat().includes(`${path}.@start`)
      ? `${address}000200000000000000000a1b`
      : address

  test.each<[string, (data: string) => readonly [string, string]]>([
    ['in the call itself', (data) => [contract, data]],
    ['in a multicall', (data) => [contract, wrapInMulticall(data)]],
    ['in a call by a Safe', (data) => [safe, wrapInSafe(contract, 0n, data)]],
  ])('is NO DATA, and named, %s', (_, send) => {
    expect(
      faults((row) =>
        row.effects.flatMap((effect) =>
          holdersOf(effect).flatMap((path) => {
            const given = { ...honest(row, sender), [path]: at(holder, path, effect) }
            const [to, data] = send(encodeCall(row, given, token))
            const { findings, coverage } = judged({ to, data, intel: trusted })
            const isNamed = findings.some(({ rule, subject }) => rule === 'unknown-holder' && subject === holder)
            return isNamed && coverage === 'none' ? [] : [`${path} missed`]
          }),
        ),
      ),
    ).toEqual([])
  })

  test('is no finding where all of them are known, or none is named', () => {
    expect(
      faults((row) =>
        [token, OFF].flatMap((value) => {
          const named = row.effects.flatMap((effect) =>
            holdersOf(effect).map((path) => [path, at(value, path, effect)] as const),
          )
          if (named.length === 0) return []
          const given = { ...honest(row, sender), ...Object.fromEntries(named) }
          const { findings } = judged({ to: contract, data: encodeCall(row, given, token), intel: trusted })
          return findings.filter(({ rule }) => rule === 'unknown-holder').map(({ subject }) => subject)
        }),
      ),
    ).toEqual([])
  })
})

describe('the limits of a swap, a deposit into a pool and a withdrawal', () => {
  const limitsOf = ({ effects }: EffectRow) =>
    effects.flatMap((effect) => (effect.kind === 'exchange' ? [effect.least ?? []].flat().entries().toArray() : []))
  const scoreOf = (row: EffectRow, limit: (index: number) => string) => {
    const limits = Object.fromEntries(limitsOf(row).map(([index, path]) => [path, limit(index)]))
    const data = encodeCall(row, { ...honest(row, sender), ...limits }, token)
    const { findings, combinedScore } = judged({ to: contract, data, intel: trusted })
    return { score: combinedScore, isFound: findings.some(({ rule }) => rule === 'unprotected-swap') }
  }
  const LARGE = (10n ** 18n).toString()

  test('are a finding when all are zero or dust, and none when one is not', () => {
    expect(
      faults((row) => {
        if (limitsOf(row).length === 0) return []
        const found = [() => OFF, () => '999', (index: number) => (index === 0 ? LARGE : OFF), () => LARGE]
        return found.map((limit) => scoreOf(row, limit).isFound).join() === 'true,true,false,false' ? [] : ['wrong']
      }),
    ).toEqual([])
  })

  test('never lower the score when they are lower', () => {
    const limits = ['0', '1', '999', '1000', LARGE, (2n ** 88n - 1n).toString()]
    expect(
      faults((row) => {
        // An amount of zero has no share that a fee is.
        const made = row.effects.filter((effect) => effect.kind === 'exchange')
        const isGiven =
          made.some(({ least, gives }) => least && gives?.[0]?.amount === least) && made.some(({ fee }) => fee)
        const isShared = made.some(({ feeOf }) =>
          made.some(({ least }) => feeOf !== undefined && [least ?? []].flat().includes(feeOf)),
        )
        if (limitsOf(row).length === 0 || isGiven || isShared) return []
        const scores = limits.map((limit) => scoreOf(row, () => limit).score)
        return scores.some((score, index) => index > 0 && score > (scores[index - 1] ?? 0)) ? [scores.join()] : []
      }),
    ).toEqual([])
  })
})

test('what a row says is read, also where code reads its function', () => {
  const textOf = (action: Action) => {
    const { kind, authority } = action
    const form = 'form' in action ? action.form : ''
    const assets = action.kind === 'exchange' ? [...action.gives, ...action.receives] : []
    return [kind, form, authority, ...assets.map((asset) => asset.token)].join(' ')
  }
  expect(
    faults((row) => {
      const { actions, decoded } = analyze(
        transaction({ to: contract, data: encodeCall(row, honest(row, stranger), token) }),
      )
      // Of which assets, only code may say.
      const read = new Set(
        actions.flatMap((action) => [textOf(action), textOf({ ...action, gives: [], receives: [] } as Action)]),
      )
      const said = readerOf(row)(decoded.root as DecodedCall, sender)
      return said.flatMap((action) => (read.has(textOf(action)) ? [] : [`not read: ${textOf(action)}`]))
    }),
  ).toEqual([])
})

test('a movement of tokens goes from its owner to its recipient', () => {
  const recipient = '0x4ec1b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
  expect(
    faults((row) =>
      row.effects.flatMap((effect) => {
        if (effect.kind !== 'transfer') return []
        const data = encodeCall(row, withGain(row, effect, sender, recipient), token)
        const { actions } = analyze(transaction({ to: contract, data }))
        const made = actions.filter(({ kind, authority }) => kind === 'transfer' && authority === recipient)
        return made.some((action) => action.kind === 'transfer' && action.from === sender) ? [] : ['no transfer']
      }),
    ),
  ).toEqual([])
})

test('a call of an unknown contract that gives the caller something, or no address anything, is NO DATA', () => {
  expect(
    faults((row) => {
      if (row.effects.some(({ to }) => to !== '@actor')) return []
      const data = encodeCall(row, honest(row, sender), token)
      const verdicts = [0n, 7n].map((value) =>
        judged({ to: contract, data, value, hasHistory: true, intel: trustedToken }),
      )
      return verdicts.every(({ coverage }) => coverage === 'none') ? [] : ['is SAFE']
    }),
  ).toEqual([])
})

test('a call that gives nobody anything is read', () => {
  expect(
    faults((row) => {
      if (row.effects.length > 0 || row.hides) return []
      const { actions, decoded } = analyze(transaction({ to: contract, data: encodeCall(row, {}, token) }))
      const kinds = actions.map(({ kind }) => kind).join()
      return decoded.root.status === 'decoded' && kinds === 'interaction' ? [] : [`${decoded.root.status} ${kinds}`]
    }),
  ).toEqual([])
})
