import type { ControlForm, ExchangeForm, RightName } from '../actions/forms.ts'
import type { Parameter } from '../decode/layout.ts'
import type { Effect, Path } from '../effects/effect.ts'
import { words } from './names.ts'

/**
 * What the name of a function says: `setFeeRecipient(address)` gives income, `addKeeper(address,bool)` a privileged part,
 * `withdrawTo(uint256,address)` pays out to an address. Used where only the name is known: the names of contracts follow
 * the conventions of OpenZeppelin and of the large protocols, whose own functions are rows of data/effects.
 */

/** First words of functions that give a part to an address. */
const givingVerbs = words(`
  set update change add assign grant give appoint nominate propose transfer authorize authorise approve enable register
  replace configure whitelist allow permit delegate install connect bind attach link switch modify designate request
  schedule queue force pass apply
`)

/** Words before the verb: `govSetConfig`. */
const prefixes = words('gov governance admin owner dao batch multi bulk')

/** Alone they hand over a part: `authorize(address)`. */
const handingVerbs = words('authorize authorise enable trust appoint nominate delegate grant permit designate')

/** With any noun they let an address act for the caller: `approveMint`. */
const grantingVerbs = words('authorize authorise approve allow permit enable delegate')

/** What is listed or switched on, and gains nothing: `enableCollateral(address)`. */
const things = words(`
  token tokens asset assets collateral collaterals currency currencies coin coins underlying reserve reserves market
  markets pair pairs nft nfts collection collections item items price trading trade deposit deposits deposited liquidity
  borrowing loan loans list lists user users chain chains
`)

/** After `update` they are recomputed, not replaced: `updateReward(address)`. */
const recomputed = words('fee fees reward rewards earning earnings royalty royalties tax payment payout votes voting')

/** A zero behind the address turns the part off: `setOperator(address,uint256)`. Adding and proposing end nothing. */
const switchingVerbs = words(
  'set update change modify configure assign approve authorize authorise allow permit whitelist',
)

/** Last words that say nothing: `setTreasuryAddress`. */
const fillers = words('address addr account accounts contract contracts status sig signature id')

/** Words after them say when or how: `addGuardianWithThreshold`. */
const prepositions = words('for by to with on of in from and until after')

/** `unless`: the argument that turns the part off. */
type Gives = (to: Path, more: { readonly unless?: Path }) => Effect

const ofContract =
  (name: RightName): Gives =>
  (to, more) => ({ kind: 'right', right: name, to, of: '@contract', ...more })
const ofActor =
  (name: RightName): Gives =>
  (to, more) => ({ kind: 'right', right: name, to, ...more })
const controlOf =
  (form: ControlForm): Gives =>
  (to, more) => ({ kind: 'control', form, to, ...more })

/** What the last meaning word of the name gives. Rights of the called contract, unless it is an account of the caller. */
const parts: readonly (readonly [names: readonly string[], gives: Gives])[] = [
  [
    words(`
      owner ownership admin administrator governance governor gov controller authority root council
      multisig timelock deployer steward master creator custodian recovery backup successor heir trustee nominee cosigner
    `),
    controlOf('ownership'),
  ],
  [words('implementation impl logic beacon mastercopy copy singleton template facet'), controlOf('upgrade')],
  [words('role'), controlOf('role')],
  [words('minter issuer'), ofContract('mint')],
  [
    words(`
      treasury recipient receiver collector beneficiary payee wallet splitter claimer destination
      payout royalty dev team referrer affiliate builder payer earning fee reward marketing tax payment
    `),
    ofContract('payout'),
  ],
  [words('withdrawer withdrawal withdraw redemption exit'), ofActor('withdrawal')],
  [words('spender session key sub agent'), ofActor('spend')],
  [
    words(`
      approval authorization authorisation delegation permission consent allowance access
    `),
    ofActor('manage'),
  ],
  [words('voter representative vote voting'), ofActor('votes')],
  [words('bridge peer remote gateway endpoint inbox outbox messenger'), ofContract('bridge')],
  [
    words(`
      manager operator keeper relayer oracle feed aggregator guardian pauser strategist strategy executor forwarder router resolver verifier validator
      sequencer proposer challenger registrar signer attester hook module plugin adapter handler
      extension curator allocator liquidator rebalancer harvester bot worker updater sentinel watcher filler solver
      distributor dispatcher caller sender depositor freezer burner rescuer upgrader moderator
      publisher reporter submitter arbiter arbitrator mediator evaluator provider partner integrator broker coordinator
      supervisor maintainer committee delegate delegatee delegator proxy zapper migrator
      rewarder notifier trader processor facilitator paymaster
    `),
    ofContract('operate'),
  ],
]

const partByName = new Map(parts.flatMap(([names, gives]) => names.map((name) => [name, gives] as const)))

/** Several contracts at once: `setConfig(address,address,address)`. */
const settings = words('config configuration settings contracts addresses')

/** For these a number behind the address is when the part ends, and zero may mean never. */
const timed = words('session key sub agent signer')

/** First words of functions whose output goes to an address after `To`. */
const outputs: Readonly<Record<string, ExchangeForm>> = {
  withdraw: 'withdrawal',
  redeem: 'withdrawal',
  unstake: 'withdrawal',
  exit: 'withdrawal',
  leave: 'withdrawal',
  remove: 'withdrawal',
  release: 'claim',
  claim: 'claim',
  collect: 'claim',
  harvest: 'claim',
  get: 'claim',
  sweep: 'withdrawal',
  rescue: 'withdrawal',
  recover: 'withdrawal',
  skim: 'withdrawal',
  unwrap: 'withdrawal',
  burn: 'withdrawal',
  emergency: 'withdrawal',
  borrow: 'borrow',
  bridge: 'bridge',
  swap: 'swap',
}

/** Reads the effects from a name and its parameters. Every address may be who gains. Empty: the name says nothing. */
export function effectsByName(name: string, parameters: readonly Parameter[]): Effect[] {
  const members = membersOf(parameters)
  const all = wordsOf(name)
  const [verb = '', ...rest] =
    prefixes.includes(all[0] ?? '') && givingVerbs.includes(all[1] ?? '') ? all.slice(1) : all
  const gives = outputOf(verb, rest) ?? partOf(verb, rest, members)
  if (gives === undefined) return []
  const unless = switchOf(verb, rest, members)
  return members
    .filter(({ type }) => type === 'address')
    .map(({ path }) => gives(path, unless === undefined ? {} : { unless }))
}

function outputOf(verb: string, rest: readonly string[]): Gives | undefined {
  const form = outputs[verb]
  return form !== undefined && rest.at(-1) === 'to' ? (to) => ({ kind: 'exchange', form, to }) : undefined
}

function partOf(verb: string, rest: readonly string[], members: readonly Member[]): Gives | undefined {
  if (rest.length === 0) return handingVerbs.includes(verb) ? ofContract('operate') : undefined
  if (!givingVerbs.includes(verb)) return undefined
  const [noun = '', later = ''] = nounsOf(rest)
  if (verb === 'update' && recomputed.includes(rest.at(-1) ?? '')) return undefined
  if (settings.includes(noun) && members.every(({ type }) => type === 'address')) return ofContract('operate')
  const part = partByNoun(noun) ?? partByNoun(later)
  return part ?? (grantingVerbs.includes(verb) && !things.includes(noun) ? ofActor('manage') : undefined)
}

function partByNoun(noun: string): Gives | undefined {
  return partByName.get(noun) ?? partByName.get(noun.replace(/ie(?=s$)/, 'y').replace(/s$/, ''))
}

/** The last meaning words before the first preposition and after a `for`: `setApprovalForOperator`. */
function nounsOf(rest: readonly string[]): string[] {
  const end = rest.findIndex((word, index) => index > 0 && prepositions.includes(word))
  if (end < 0) return [lastOf(rest)]
  return [lastOf(rest.slice(0, end)), rest[end] === 'for' ? lastOf(rest.slice(end + 1)) : '']
}

function lastOf(rest: readonly string[]): string {
  return rest.findLast((word, index) => index === 0 || !fillers.includes(word)) ?? ''
}

/** The argument that turns the part off: a flag, or a number behind the addresses that is no time and no id. */
function switchOf(verb: string, rest: readonly string[], members: readonly Member[]): Path | undefined {
  const flag = members.findLast(({ type }) => type === 'bool')
  if (flag || !switchingVerbs.includes(verb) || timed.includes(nounsOf(rest)[0] ?? '')) return flag?.path
  const numbers = members.filter(({ type }) => /^u?int/.test(type))
  const last = members.at(-1)
  return numbers.length === 1 && last && /^uint(?:8|96|128|160|256)$/.test(last.type) ? last.path : undefined
}

/** A value in the arguments, also in structs and lists. */
interface Member {
  readonly path: Path
  /** Type of the value; of a list, that of its items. */
  readonly type: string
}

function membersOf(parameters: readonly Parameter[], within = ''): Member[] {
  return parameters.flatMap(({ name = '', type, components }) => {
    const path = within + name
    return components ? membersOf(components, `${path}.`) : [{ path, type: type.replace(/\[.*$/, '') }]
  })
}

/** `_setFeeTo_L1Bridge` → set, fee, to, l1, bridge. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())
}
