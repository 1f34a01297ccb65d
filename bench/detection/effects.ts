import { call } from './adversarial/encode.ts'
import { BAYC, DAI, PERMIT2, RETH, STETH, UNISWAP_2, USDC, USDT, WETH } from './adversarial/protocols.ts'
import { ACCOUNT, allow, type Earlier, granted, MAX, paid, type Row, SAFE, SIGNER } from './adversarial/row.ts'
import { execute, execute7579, type Inner, inMultiSend, inOperation, inSafe, multicall } from './adversarial/wrap.ts'
import { controls, type EffectFunction, functions, incomes, names, positionRights } from './effect-functions.ts'
import { hiddenCall, listing, unlisted } from './effect-hidden.ts'
import { outputs, withMinimum } from './effect-outputs.ts'
import { effectCall, randomAmount, randomToken, randomValue, type Use } from './effect-values.ts'
import { Random } from './random.ts'

/**
 * Generated attacks by effect and their honest twins. The functions come from the documentation of the protocols
 * (effect-functions.ts, effect-outputs.ts); nothing is shared with the tables or the decoder of the engine.
 */
export interface EffectClass {
  readonly name: string
  readonly side: 'attacks' | 'honest'
  readonly wrapping: 'plain' | 'wrapped'
  readonly cases: readonly EffectCase[]
}

export interface EffectCase {
  readonly row: Row
  /** A listed address in the data, which a finding must name. */
  readonly listed?: string
}

type Made = Inner & Pick<Row, 'id' | 'lists' | 'intel' | 'history'> & Pick<EffectCase, 'listed'>
type Make = (random: Random, actor: string) => Made
interface Wrapping {
  /** Account that makes the inner call. */
  readonly actor: string
  wrap(inner: Inner, random: Random): Inner
}

const CASES = 300

/** Every case must be found and UNSAFE. */
export const HIDDEN = 'hidden listed addresses'

const plain: Wrapping = { actor: SIGNER, wrap: (inner) => inner }
const wrappings: readonly [Wrapping, ...Wrapping[]] = [
  { actor: SAFE, wrap: (inner) => inSafe(inner) },
  { actor: SAFE, wrap: (inner, random) => inMultiSend(...amongOthers(random, inner)) },
  { actor: ACCOUNT, wrap: (inner) => inOperation(execute(inner)) },
  { actor: ACCOUNT, wrap: (inner) => inOperation(execute7579(inner)) },
  { actor: ACCOUNT, wrap: (inner, random) => inOperation(execute7579(...amongOthers(random, inner))) },
  { actor: SAFE, wrap: (inner) => inOperation(execute(inSafe(inMulticall(inner)))) },
  { actor: SIGNER, wrap: inMulticall },
]

const tokenGrants = functions(
  ...[USDC, USDT, DAI, WETH].map(
    (at) => ['ERC-20: approve', 'approve(address gainer, uint256 power)', { at }] as const,
  ),
  ['OpenZeppelin: increaseAllowance', 'increaseAllowance(address gainer, uint256 power)', { at: USDC }],
  ['ERC-721: setApprovalForAll', 'setApprovalForAll(address gainer, bool on)', { at: BAYC }],
  ['Permit2: approve', 'approve(address token, address gainer, uint160 power, uint48 deadline)', { at: PERMIT2 }],
)

const grants = [...tokenGrants, ...positionRights, ...controls]
/** Grants that a call naming the same address gives back. */
const revocable = grants.filter((each) => canGoBack(each) && (each.back ?? each.signature).includes('gainer'))

/** By class: an attack, and the same call for the signer, for an address with an ALLOW entry, or given back. */
const classes: Readonly<Record<string, { readonly attack: Make; readonly honest: Make }>> = {
  'rights over positions': effects(positionRights),
  'control and roles': effects(controls),
  'redirected income': effects(incomes),
  'outputs to another receiver': effects(outputs),
  'swaps without a minimum': {
    attack: (random, actor) =>
      made(random, actor, pickFrom(random, withMinimum), { gainer: actor, isUnprotected: true }),
    honest: (random, actor) => made(random, actor, pickFrom(random, withMinimum), { gainer: actor }),
  },
  'names and records': effects(names),
  [HIDDEN]: {
    attack: (random) => {
      const listed = random.address()
      return { ...hiddenCall(random, listed), ...listing(random, listed), listed }
    },
    honest: (random) => {
      const listed = random.address()
      return { ...hiddenCall(random, unlisted(random, listed)), ...listing(random, listed) }
    },
  },
  'trust laundering': { attack: laundered, honest: trusted },
}

/** Deterministic per seed. */
export function generateEffects(seed: number): EffectClass[] {
  return Object.entries(classes).flatMap(([name, { attack, honest }], index) => [
    ...generate(name, 'attacks', attack, seed + 2 * index),
    ...generate(name, 'honest', honest, seed + 2 * index + 1),
  ])
}

function generate(name: string, side: EffectClass['side'], make: Make, seed: number): EffectClass[] {
  const random = new Random(seed)
  const some = (wrapping: () => Wrapping) => Array.from({ length: CASES }, () => effectCase(random, make, wrapping()))
  return [
    { name, side, wrapping: 'plain', cases: some(() => plain) },
    { name, side, wrapping: 'wrapped', cases: some(() => random.pick([...wrappings])) },
  ]
}

function effectCase(random: Random, make: Make, { actor, wrap }: Wrapping): EffectCase {
  const { to, value, data, listed, ...rest } = make(random, actor)
  const outer = wrap({ to, data, ...(value && { value }) }, random)
  return { row: { what: '', source: '', ...outer, ...rest }, ...(listed && { listed }) }
}

function effects(some: readonly EffectFunction[]): { readonly attack: Make; readonly honest: Make } {
  return {
    attack: (random, actor) => made(random, actor, pickFrom(random, some)),
    honest: (random, actor) => twin(random, actor, pickFrom(random, some)),
  }
}

/** The signer gains itself, has an ALLOW entry for the gainer, or takes the right back. */
function twin(random: Random, actor: string, effect: EffectFunction): Made {
  const gainer = random.address()
  const kinds: [() => Made, ...(() => Made)[]] = [
    () => made(random, actor, effect, { gainer: actor }),
    () => ({ ...made(random, actor, effect, { gainer }), lists: [allow(gainer)] }),
  ]
  if (canGoBack(effect)) kinds.push(() => givenBack(random, actor, effect))
  return random.pick(kinds)()
}

function canGoBack({ signature, back }: EffectFunction): boolean {
  return back !== undefined || /\b(?:on|power)\b/.test(signature)
}

function givenBack(random: Random, actor: string, effect: EffectFunction, gainer?: string): Made {
  const signature = effect.back ?? effect.signature
  return made(random, actor, { ...effect, signature }, { isBack: true, ...(gainer && { gainer }) })
}

function made(random: Random, actor: string, effect: EffectFunction, use: Partial<Use> = {}): Made {
  const { source, signature, at, ofAccount, pays } = effect
  const isFork = at === undefined || random.below(2) === 0
  return {
    id: `${source}, ${signature.replace(/\(.*/, '')}`,
    to: ofAccount ? actor : isFork ? random.address() : at,
    ...(pays && { value: randomValue(random) }),
    data: effectCall(signature, {
      random,
      actor,
      gainer: random.address(),
      isBack: false,
      isUnprotected: false,
      ...use,
    }),
  }
}

/** Small payments and grants to the thief come first, then the attack. */
function laundered(random: Random, actor: string): Made {
  const gainer = random.address()
  const attack = made(random, actor, pickFrom(random, grants), { gainer })
  return { ...attack, history: smallHistory(random, actor, gainer, attack.to) }
}

/** A right given back, a right that an ALLOW entry covers, a grant that was given before, or one more payment. */
function trusted(random: Random, actor: string): Made {
  const gainer = random.address()
  const by = actor === SIGNER ? {} : { by: actor }
  const history = (to: string) => smallHistory(random, actor, gainer, to)
  return random.pick<() => Made>([
    () => {
      const back = givenBack(random, actor, pickFrom(random, revocable), gainer)
      return { ...back, history: history(back.to) }
    },
    () => {
      const same = made(random, actor, pickFrom(random, grants), { gainer })
      return { ...same, lists: [allow(gainer)], history: history(same.to) }
    },
    () => {
      const token = randomToken(random)
      const data = call('approve(address,uint256)', gainer, random.below(2) === 0 ? MAX : randomAmount(random))
      return { id: 'approve again', to: token, data, history: [{ ...granted(gainer, token, MAX), ...by }] }
    },
    () => {
      const token = randomToken(random)
      const data = call('transfer(address,uint256)', gainer, randomAmount(random))
      return { id: 'pay again', to: token, data, history: history(token) }
    },
  ])()
}

/** Payments, grants of other tokens, and grants of at most 1,000 base units of the token. */
function smallHistory(random: Random, actor: string, to: string, token: string): Earlier[] {
  const by = actor !== SIGNER && random.below(2) === 0 ? { by: actor } : {}
  const one = (): Earlier => ({
    ...random.pick<() => Earlier>([
      () => paid(to),
      () => paid(to, randomToken(random), randomAmount(random)),
      () => granted(to, token, BigInt(1 + random.below(1000))),
      () => granted(to, random.pick([random.address(), STETH, RETH]), MAX),
    ])(),
    ...by,
  })
  return Array.from({ length: 1 + random.below(4) }, one)
}

function inMulticall({ data, ...inner }: Inner): Inner {
  return { ...inner, data: multicall(data) }
}

/** With one or two harmless calls around it: unwrapped ether, an allowance taken back. */
function amongOthers(random: Random, inner: Inner): Inner[] {
  const other = () =>
    random.pick<Inner>([
      { to: WETH, data: call('withdraw(uint256)', randomAmount(random)) },
      { to: USDC, data: call('approve(address,uint256)', UNISWAP_2, 0n) },
    ])
  return random.pick([
    [other(), inner],
    [inner, other()],
    [other(), inner, other()],
  ])
}

function pickFrom<T>(random: Random, from: readonly T[]): T {
  return from[random.below(from.length)] as T
}
