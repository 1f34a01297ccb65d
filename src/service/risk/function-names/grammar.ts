import { control, type Effect, output, right } from '../effects/effect.ts'
import type { ControlForm, ExchangeForm, RightName } from '../forms.ts'

/**
 * What the name of a function says: `setFeeRecipient(address)` gives income, `addKeeper(address,bool)` a privileged part,
 * `withdrawTo(uint256,address)` pays out to an address. Used where only the name is known: the names of contracts follow
 * the conventions of OpenZeppelin and of the large protocols, whose own functions are rows of the effect tables.
 */

/** First words of functions that give a part to an address. */
const givingVerbs = words(`
  set update change add assign grant give appoint nominate propose transfer authorize authorise approve enable register
  replace configure whitelist allow delegate install connect bind attach link switch modify designate request schedule
  queue force pass
`)

/** Alone they hand over a part: `authorize(address)`. */
const handingVerbs = words('authorize authorise enable allow trust appoint nominate delegate grant permit designate')

/** Last words that say nothing: `setTreasuryAddress`. */
const fillers = words('address addr account contract status sig signature id')

/** Words after them say when or how: `addGuardianWithThreshold`. */
const prepositions = words('for by to with on of in from and until after')

/** `unless`: the argument that turns the part off. */
type Gives = (to: string, more: { readonly unless?: string }) => Effect

const ofContract =
  (name: RightName): Gives =>
  (to, more) =>
    right(name, to, { of: '@contract', ...more })
const ofActor =
  (name: RightName): Gives =>
  (to, more) =>
    right(name, to, more)
const controlOf =
  (form: ControlForm): Gives =>
  (to, more) =>
    control(form, to, more)

/** What the last meaning word of the name gives. Rights of the called contract, unless it is an account of the caller. */
const parts: readonly (readonly [names: readonly string[], gives: Gives])[] = [
  [
    words(`
      owner owners ownership admin admins administrator governance governor gov controller authority root council
      multisig timelock deployer steward master creator custodian recovery backup successor heir trustee nominee cosigner
    `),
    controlOf('ownership'),
  ],
  [words('implementation impl logic beacon mastercopy copy singleton template facet'), controlOf('upgrade')],
  [words('role roles'), controlOf('role')],
  [words('minter minters issuer issuers'), ofContract('mint')],
  [
    words(`
      treasury recipient recipients receiver receivers collector beneficiary payee wallet splitter claimer destination
      payout royalty royalties dev team referrer affiliate builder payer earnings fee fees reward rewards marketing tax payment
    `),
    ofContract('payout'),
  ],
  [words('withdrawer withdrawal withdraw redemption exit'), ofActor('withdrawal')],
  [words('spender session key keys sub agent'), ofActor('spend')],
  [words('voter representative votes voting'), ofActor('votes')],
  [words('bridge peer remote gateway endpoint inbox outbox messenger'), ofContract('bridge')],
  [
    words(`
      manager managers operator operators keeper keepers relayer relayers oracle oracles feed aggregator guardian
      guardians pauser strategist strategy executor forwarder router registry resolver verifier validator validators
      sequencer proposer challenger registrar signer signers attester hook hooks module modules plugin adapter handler
      extension curator allocator liquidator rebalancer harvester bot worker updater sentinel watcher filler solver
      marketplace distributor dispatcher factory caller sender depositor freezer burner rescuer upgrader moderator
      publisher reporter submitter arbiter arbitrator mediator evaluator provider partner integrator broker coordinator
      supervisor maintainer committee delegate delegates delegatee delegator proxy zapper migrator vault pool gauge
      rewarder notifier trader member members processor facilitator paymaster
    `),
    ofContract('operate'),
  ],
]

const partByName = new Map(parts.flatMap(([names, gives]) => names.map((name) => [name, gives] as const)))

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

/** Reads the effects from a canonical signature; `argument1` and so on are its arguments. Empty: the name says nothing. */
export function effectsByName(signature: string): Effect[] {
  const [, name = '', types = ''] = /^([^(]*)\((.*)\)$/.exec(signature) ?? []
  // Tuples and lists say too little.
  if (/[([]/.test(types)) return []
  const arguments_ = types.split(',')
  const to = pathOfLast(arguments_, 'address')
  if (to === undefined) return []
  const [verb = '', ...rest] = wordsOf(name)
  const form = outputs[verb]
  if (form !== undefined && rest.at(-1) === 'to') return [output(form, to)]
  const flag = pathOfLast(arguments_, 'bool')
  const off = flag === undefined ? {} : { unless: flag }
  if (rest.length === 0 && handingVerbs.includes(verb)) return [ofContract('operate')(to, off)]
  if (!givingVerbs.includes(verb)) return []
  const end = rest.findIndex((word, index) => index > 0 && prepositions.includes(word))
  if (end > 0) rest.length = end
  while (rest.length > 1 && fillers.includes(rest.at(-1) ?? '')) rest.pop()
  const gives = partByName.get(rest.at(-1) ?? '')
  if (gives === undefined) return []
  return [gives(to, off)]
}

function pathOfLast(types: readonly string[], type: string): string | undefined {
  const at = types.lastIndexOf(type)
  return at < 0 ? undefined : argumentName(at)
}

/** Name of an argument of a function whose parameter names are not known. @param index from 0 */
export function argumentName(index: number): string {
  return `argument${index + 1}`
}

/** `_setFeeTo_L1Bridge` → set, fee, to, l1, bridge. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
