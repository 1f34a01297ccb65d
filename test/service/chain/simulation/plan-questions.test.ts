import { describe, expect, test } from 'vitest'
import { isRun, readDiscovery } from '../../../../src/service/chain/simulation/discovery.ts'
import { logsOf } from '../../../../src/service/chain/simulation/events.ts'
import { calledContracts, planQuestions, questionsAbout } from '../../../../src/service/chain/simulation/plan.ts'
import type { Question } from '../../../../src/service/chain/simulation/questions.ts'
import type { SimulationSubject } from '../../../../src/service/chain/simulation/simulated.ts'
import { subjectsOf } from '../../../../src/service/chain/simulation/subject.ts'
import { PERMIT2 } from '../../../../src/service/evm/allowance.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Trace } from '../../../../src/service/risk/trace/trace.ts'
import type { RecordedName } from '../../../support/chain/recordings.ts'
import { accountsFrom, type SimpleAccount, seeded } from '../../../support/chain/simulate-on.ts'
import { approved, enter, moved, operated, traceOf } from '../../risk/trace/trace-builder.ts'
import { recorded } from './recorded.ts'

/** What is read before and after: what is not in the plan can leave the account unseen. */

const [alice, safe, target, token, other, spender] = ['a1', '5a', 'b2', 'c3', 'd4', 'e5'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [string, string, string, string, string, string]
const zero = `0x${'0'.repeat(40)}`
const hex = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const word = (value: string | bigint) => `0x${hex(value)}`

/** The questions in short, without the one about native currency of each owner. */
function short(questions: readonly Question[], names: Readonly<Record<string, string>>): string[] {
  const name = (value: unknown) => names[String(value)] ?? String(value)
  return questions
    .filter(({ kind }) => kind !== 'native')
    .map((question) => {
      const { kind, ...rest } = { owner: '', token: '', id: '', spender: '', ...question }
      const parts = [
        rest.owner === alice || rest.owner === ANVIL_ALICE ? '' : rest.owner,
        rest.token,
        rest.id,
        rest.spender,
      ]
      return [kind, ...parts.filter((part) => part !== '').map(name)].join(' ')
    })
}

const ANVIL_ALICE = '0xb4f53c0cd5cb53745bd1c9b9f008be12da5b1835'

describe('a transaction that anvil ran', () => {
  const names = {
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'router',
    '0x4a0705fcbeedb6c2bc8f7bb049c7bf8d285a0d65': 'pair',
    '0xaedf2cfd03872a3e1200ac3b6a738c980707e995': 'attacker',
    '0xd9ef1da5680fa74dc26a83fe5f36ee4755d309a9': 'collection',
    '0x1a68235ecdbafa83b6c6e7dfa5f82686d98b35f2': 'items',
    '0xe4cd292816e4f1e2ba433ff3a6a9dc23590b2b6f': 'items',
    '0x41c36c8961ba6419dc9dedef5837de299a869047': 'contract',
    [PERMIT2]: 'Permit2',
    [`0x${'ff'.repeat(20)}`]: 'largest',
  }

  test.each<[RecordedName, string[], unnamed?: string[]]>([
    ['ether', []],
    ['payment', ['balance USDC']],
    ['unwrap', ['balance WETH']],
    // First what the call data names, with what the called contract may be allowed; then what it calls.
    [
      'swap',
      [
        'balance USDC',
        'balance router',
        'balance WETH',
        'allowance USDC router',
        'allowance WETH router',
        'balance pair',
        'allowance pair router',
      ],
    ],
    ['approval', ['allowance USDC attacker', 'balance USDC']],
    [
      'permit2',
      [
        'permit2 USDC attacker',
        'balance USDC',
        'balance Permit2',
        'balance largest',
        'allowance USDC Permit2',
        'allowance largest Permit2',
      ],
    ],
    ['operator', ['operator collection attacker', 'balance collection']],
    ['approved-item', ['approved collection 1 attacker', 'holder collection 1', 'balance collection']],
    ['sent-item', ['holder collection 1', 'balance collection']],
    ['sent-items', ['items items 7']],
    ['drawn-item', ['items items 1', 'items items 725578']],
    ['items-named', ['items contract 7']],
    ['items-unnamed', [], ['contract']],
    ['pill', ['balance contract', 'balance attacker', 'allowance attacker contract']],
  ])('%s', (name, expected, unnamed = []) => {
    const { transaction, accounts, replies } = recorded(name)
    const [subject] = subjectsOf(analyze(transaction), seeded())
    const run = subject && readDiscovery(subject, { method: 'debug_traceCall', params: [] }, replies[0])
    if (!subject || !run || !isRun(run) || !run.trace) throw new Error('it has no trace')
    const { trace } = run
    const plan = planQuestions({
      subject,
      trace,
      logs: logsOf(trace),
      analysis: analyze(transaction, trace),
      accounts: accountsFrom(accounts.map((account) => (name === 'pill' ? { ...account, kind: 'contract' } : account))),
    })
    expect(plan.questions[0]).toEqual({ kind: 'native', owner: ANVIL_ALICE })
    expect(short(plan.questions, names)).toEqual(expected)
    expect([plan.left, plan.unnamed.map((each) => names[each as keyof typeof names])]).toEqual([0, unnamed])
  })
})

interface Given {
  readonly data?: string
  readonly to?: string | undefined
  readonly logs?: readonly Log[]
  readonly trace?: Trace
  readonly owners?: readonly string[]
  readonly accounts?: readonly SimpleAccount[]
  /** What the transaction calls by another contract, such as a Safe. Default: the transaction itself. */
  readonly inner?: string
}

/** Of a call whose data no table reads. */
function planned(given: Given) {
  const { data = '0x12345678', logs = [], trace, owners = [alice], accounts = [] } = given
  const to = 'to' in given ? given.to : target
  const transaction = { chainId: '1', from: alice, to, value: 0n, data }
  const call = { actor: alice, caller: alice, to: given.inner ?? to, value: 0n, operation: 'call', data } as const
  const subject: SimulationSubject = { simulated: 'transaction', calls: [call], owners, delegations: new Map() }
  const analysis = analyze(transaction, trace)
  const plan = planQuestions({ subject, analysis, trace, logs, accounts: accountsFrom(accounts) })
  const names = { [safe]: 'safe', [target]: 'target', [token]: 'token', [other]: 'other', [spender]: 'spender' }
  return { ...plan, shown: short(plan.questions, { ...names, [PERMIT2]: 'Permit2' }) }
}

const contract = (address: string, standard?: SimpleAccount['standard']): SimpleAccount => ({
  address,
  kind: 'contract',
  balance: 0n,
  standard,
})
const base = ['balance target']
const beside = (given: Given) => planned(given).shown.filter((each) => !base.includes(each))
const item = (from: string, to: string, id: bigint): Log => {
  const { topics } = moved(token, from, to, id)
  return { address: token, topics: [...topics, word(id)], data: '0x' }
}
const items = (from: string, to: string, id: bigint): Log => ({
  address: token,
  topics: [topicOf('TransferSingle(address,address,address,uint256,uint256)'), word(1n), word(from), word(to)],
  data: `${word(id)}${hex(1n)}`,
})

describe('native currency', () => {
  test('is read for each owner, first', () => {
    expect(planned({ owners: [alice, safe] }).questions.slice(0, 2)).toEqual([
      { kind: 'native', owner: alice },
      { kind: 'native', owner: safe },
    ])
  })
})

describe('the called contract', () => {
  test('may be a token, unless it is no contract', () => {
    expect(planned({}).shown).toEqual(base)
    for (const kind of ['eoa', 'empty'] as const)
      expect(planned({ accounts: [{ address: target, kind, balance: 0n }] }).shown).toEqual([])
    expect(planned({ accounts: [contract(target)] }).shown).toEqual(base)
  })

  test('is read for each owner but itself', () => {
    expect(planned({ owners: [alice, target] }).shown).toEqual(base)
    expect(planned({ owners: [alice, safe] }).shown).toEqual([...base, 'balance safe target'])
  })

  test('may be one that another contract calls', () => {
    expect(planned({ inner: other }).shown).toEqual(['balance other', 'balance target', 'allowance other target'])
  })

  test('is not there in a creation', () => {
    expect(planned({ to: undefined, data: '0x6000' }).shown).toEqual([])
  })
})

describe('call data that no table reads', () => {
  const data = (...words: readonly (string | bigint)[]) => `0x12345678${words.map(hex).join('')}`

  test('may name tokens: their balances are read, and what the called contract may take of them', () => {
    expect(beside({ data: data(token, 5n, other) })).toEqual([
      'balance token',
      'balance other',
      'allowance token target',
      'allowance other target',
    ])
  })

  test('names an address by a number of 160 bits, of which more than 128 are used', () => {
    const [least, most] = [2n ** 128n, 2n ** 160n - 1n]
    const addressed = beside({ data: data(least - 1n, least, most, most + 1n) }).filter((each) =>
      each.startsWith('balance'),
    )
    expect(addressed).toEqual([`balance ${word(least).replace(/^0x0{24}/, '0x')}`, `balance 0x${'ff'.repeat(20)}`])
  })

  test('names at most 16 tokens, for all owners together, each once', () => {
    const tokens = Array.from({ length: 20 }, (_, index) => `0xabcd${String(index).padStart(36, '0')}`)
    const balances = (owners: readonly string[]) =>
      beside({ data: data(tokens[0] ?? '', ...tokens), owners }).filter((each) => /^balance 0x/.test(each))
    expect(balances([alice])).toHaveLength(16)
    expect(new Set(balances([alice])).size).toBe(16)
    const shared = planned({ data: data(...tokens), owners: [alice, safe, other] }).questions
    expect(
      new Set(shared.flatMap((each) => ('token' in each && tokens.includes(each.token) ? each.token : []))).size,
    ).toBe(6)
  })

  test('may name items of a contract that has them, and not those of an address', () => {
    const accounts = [contract(target, 'erc1155'), contract(token, 'erc1155')]
    expect(planned({ data: data(7n, token), accounts, owners: [alice, safe] }).shown).toEqual([
      'items target 7',
      'items safe target 7',
      'items token 7',
      'items safe token 7',
    ])
    expect(planned({ data: data(7n, token), accounts: [contract(target)] }).shown).toEqual([
      'balance target',
      'balance token',
      'allowance token target',
    ])
  })
})

describe('an event', () => {
  test('that moves a token of an owner: its balance is read', () => {
    for (const log of [moved(token, alice, other, 5n), moved(token, other, alice, 5n)])
      expect(beside({ logs: [log] })).toContain('balance token')
    expect(planned({ logs: [moved(token, safe, other, 5n)], owners: [alice, safe] }).shown).toContain(
      'balance safe token',
    )
  })

  test('that takes from an owner is read before any that gives', () => {
    const gifts = Array.from({ length: 80 }, (_, index) => `0xabcd${String(index).padStart(36, '0')}`)
    const logs = [...gifts.map((each) => moved(each, other, alice, 1n)), moved(token, alice, other, 5n)]
    expect(planned({ logs }).shown).toContain('balance token')
  })

  test('that gives a name to someone: its holder is read, of 16 names at most', () => {
    const named = (node: number): Log => ({
      address: token,
      topics: [topicOf('Transfer(bytes32,address)'), word(BigInt(node))],
      data: word(other),
    })
    const { questions } = planned({ logs: Array.from({ length: 20 }, (_, node) => named(node)) })
    const names = questions.filter(({ kind }) => kind === 'holder')
    expect(names).toHaveLength(16)
    expect(names[7]).toEqual({ kind: 'holder', token, id: 7n, isName: true })
  })

  test('that moves an item: its holder is read', () => {
    expect(beside({ logs: [item(alice, other, 7n)] })).toContain('holder token 7')
    expect(beside({ logs: [item(spender, other, 7n)] })).not.toContain('holder token 7')
  })

  test('that moves items of an ERC-1155: they are read, and the contract has no other balance', () => {
    expect(planned({ logs: [items(other, alice, 7n)] }).shown).toEqual(['balance target', 'items token 7'])
    // Those of others say what the contract is.
    const others = planned({ logs: [items(other, spender, 7n)] })
    expect([others.shown, others.unnamed]).toEqual([['balance target'], [token]])
    expect(planned({ logs: [items(other, alice, 7n)] }).unnamed).toEqual([])
    // Who may move them says nothing of how many there are.
    const allowed = planned({ logs: [items(other, spender, 7n), operated(token, alice, spender, true)] })
    expect([allowed.shown, allowed.unnamed]).toEqual([['balance target', 'operator token spender'], [token]])
  })

  test('of native currency is read as that', () => {
    const emitter = `0x${'e'.repeat(40)}`
    expect(beside({ logs: [moved(emitter, alice, other, 5n)] })).toEqual([])
    // Other movements do not count as the owner's.
    expect(beside({ logs: [moved(token, spender, other, 5n)] })).toEqual(['balance token', 'allowance token target'])
  })

  test('that allows something to a spender: that right is read', () => {
    expect(beside({ logs: [approved(token, alice, spender, 5n)] })).toContain('allowance token spender')
    expect(beside({ logs: [operated(token, alice, spender, true)] })).toContain('operator token spender')
    const one = beside({ logs: [approved(token, alice, spender, 7n, true)] })
    expect(one).toEqual(expect.arrayContaining(['approved token 7 spender', 'holder token 7']))
    expect(beside({ logs: [approved(token, safe, spender, 5n)] })).not.toContain('allowance token spender')
  })

  test('that allows an operator: its standard is that of the contract', () => {
    const standard = (accounts: SimpleAccount[]) =>
      planned({ logs: [operated(token, alice, spender, true)], accounts }).questions.find(
        ({ kind }) => kind === 'operator',
      )
    expect(standard([])).toMatchObject({ standard: 'erc721' })
    expect(standard([contract(token, 'erc1155')])).toMatchObject({ standard: 'erc1155' })
  })

  test('that allows nothing to no one is not read: a transfer clears who may move an item', () => {
    for (const log of [approved(token, alice, zero, 5n), approved(token, alice, zero, 7n, true)])
      expect(beside({ logs: [log] })).toEqual(['balance token', 'allowance token target'])
  })

  test('of Permit2 that gives or ends a right: that right is read', () => {
    const topics = [word(alice), word(token), word(spender)]
    const signatures = [
      'Approval(address,address,address,uint160,uint48)',
      'Permit(address,address,address,uint160,uint48,uint48)',
      'Lockdown(address,address,address)',
    ]
    for (const signature of signatures) {
      const log = { address: PERMIT2, topics: [topicOf(signature), ...topics], data: word(1n) }
      expect(beside({ logs: [log] })).toContain('permit2 token spender')
      for (const wrong of [
        { ...log, address: other },
        { ...log, topics: log.topics.slice(0, 3) },
      ])
        expect(beside({ logs: [wrong] })).not.toContain('permit2 token spender')
      const foreign = { ...log, topics: [topicOf(signature), word(safe), word(token), word(spender)] }
      expect(beside({ logs: [foreign] })).not.toContainEqual(expect.stringMatching(/^permit2/))
    }
    expect(beside({ logs: [{ address: PERMIT2, topics: [], data: '0x' }] })).not.toContainEqual(
      expect.stringMatching(/^permit2/),
    )
  })
})

describe('what is called', () => {
  test('may be a token that moves without an event', () => {
    const trace = traceOf(alice, enter(target, {}, enter(token, {}), enter(other, { type: 'DELEGATECALL' })))
    const shown = beside({ trace })
    expect(shown).toEqual(expect.arrayContaining(['balance token', 'balance other', 'allowance token target']))
  })

  test('is every frame that lasts, with the account whose code it is', () => {
    const trace = traceOf(
      alice,
      enter(target, {}, enter(token, { type: 'DELEGATECALL' }), enter(other, { error: 'reverted' })),
    )
    expect([...new Set(calledContracts(trace))]).toEqual([target, token])
  })

  test('is no contract where it is a creation without an address', () => {
    const trace = traceOf(alice, enter(target, {}, enter(other)))
    const calls = trace.root.calls.map((call) => ({ ...call, type: 'CREATE' as const, to: undefined }))
    expect([...new Set(calledContracts({ ...trace, root: { ...trace.root, calls } }))]).toEqual([target])
  })

  test('takes turns with what events move', () => {
    const tokens = Array.from({ length: 3 }, (_, index) => `0xabcd${String(index).padStart(36, '0')}`)
    const [first = '', second = '', third = ''] = tokens
    const trace = traceOf(alice, enter(target, {}, enter(third)))
    const shown = beside({ trace, logs: [moved(first, alice, other, 1n), moved(second, alice, other, 1n)] })
    expect(shown.slice(0, 3)).toEqual([`balance ${first}`, `balance ${third}`, `balance ${second}`])
  })
})

describe('the limit', () => {
  const tokens = (count: number) =>
    Array.from({ length: count }, (_, index) => `0xabcd${String(index).padStart(36, '0')}`)
  /** Native currency and the target are the first two of 64. */
  const withEvents = (count: number) => {
    const { questions, left } = planned({
      to: undefined,
      data: '0x',
      logs: tokens(count).map((each) => moved(each, alice, other, 1n)),
    })
    return [questions.length, left]
  }

  test('leaves out what is beyond 64 questions, and counts it', () => {
    expect([withEvents(63), withEvents(64), withEvents(70)]).toEqual([
      [64, 0],
      [64, 1],
      [64, 7],
    ])
  })

  test('counts no more than 1024 of each kind', () => {
    expect(withEvents(1030)).toEqual([64, 1024 + 1 - 64 + 6])
    expect(withEvents(2100)).toEqual([64, 2 * 1024 + 1 - 64])
  })
})

describe('what a measured run names beside the plan', () => {
  const known: readonly Question[] = [
    { kind: 'native', owner: alice },
    { kind: 'items', owner: alice, token, id: 1n },
  ]
  const subject = { owners: [alice] } as unknown as SimulationSubject
  const about = (logs: readonly Log[]) => questionsAbout(logs, { subject, accounts: new Map(), known })

  test('is read as well, and what is known is not', () => {
    expect(about([items(other, alice, 1n), items(other, alice, 2n)])).toEqual([
      { kind: 'items', owner: alice, token, id: 2n },
    ])
    expect(about([items(other, spender, 3n)])).toEqual([])
  })

  test('is read 16 times at most', () => {
    expect(about(Array.from({ length: 20 }, (_, id) => items(other, alice, BigInt(id + 10))))).toHaveLength(16)
  })
})

describe('call data that a table reads', () => {
  const data = (selector: string, ...words: readonly (string | bigint)[]) => `${selector}${words.map(hex).join('')}`
  const [APPROVE, SEND_ITEMS] = ['0x095ea7b3', '0xf242432a'] as const
  /** Their addresses are no tokens. */
  const people: readonly SimpleAccount[] = [other, spender].map((address) => ({ address, kind: 'eoa', balance: 0n }))

  test('that names items of an ERC-1155 says what the contract is, without any event', () => {
    const sent = data(SEND_ITEMS, alice, other, 7n, 1n, 160n, 0n)
    expect(planned({ data: sent, accounts: people }).shown).toEqual(['items target 7'])
  })

  test('that moves an amount or an item reads the holder of that item, unless it is an ERC-20 or of others', () => {
    const sent = { data: data('0x23b872dd', alice, other, 7n), accounts: people }
    expect(planned(sent).shown).toContain('holder target 7')
    expect(planned({ ...sent, accounts: [...people, contract(target, 'erc20')] }).shown).toEqual(['balance target'])
    const ofOthers = planned({ ...sent, owners: [safe] }).shown
    expect(ofOthers.filter((each) => each.startsWith('holder'))).toEqual([])
  })

  test('that allows nothing to no one has no allowance to read', () => {
    expect(planned({ data: data(APPROVE, zero, 5n) }).shown).toEqual(['balance target'])
    expect(planned({ data: data(APPROVE, spender, 5n) }).shown).toContain('allowance target spender')
  })

  test('that approves an item of an ERC-721 reads who may move it, also where no address may any more', () => {
    const accounts = [...people, contract(target, 'erc721')]
    for (const to of [spender, zero])
      expect(planned({ data: data(APPROVE, to, 7n), accounts }).shown).toEqual([
        `approved target 7 ${to === zero ? zero : 'spender'}`,
        'holder target 7',
        'balance target',
      ])
  })
})
