import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../../src/service/risk/actions/effects.ts'
import { parseEffects } from '../../../../src/service/risk/effects/parse-effects.ts'
import { stranger, token } from '../situation.ts'

const ADDRESS = 'an address has 0x and 40 digits, in lower case or with its checksum'

/** "line path message" of each problem. */
function problemsOf(text: string, source?: string): string[] {
  return parseEffects(text, source).problems.map(({ line, path, message }) => `${line} ${path} ${message}`)
}

/** Problems of a row: a function with effects, written as YAML. */
function problemsOfRow(call: string, effects: string): string[] {
  return problemsOf(`functions:\n  - {call: "${call}", effects: [${effects}], source: a vault}`)
}

describe('an effects file', () => {
  test('has rows with sources and structs written out, and their selectors', () => {
    const { rows, problems } = parseEffects(`
source: a vault
sources:
  docs: "a vault: its documentation"
structs:
  Order: "(Asset[] assets, address to)"
  Asset: "(address token, uint256 amount)"
functions:
  - {call: "payOut(address to, uint256 amount)", effects: [{kind: transfer, asset: {token: native, amount: amount}, from: "@contract", to: to}]}
  - {call: "place(Order order)", effects: [], source: docs}
  - {call: "run(bytes32 id)", effects: [], hides: {content: the steps}, source: a page}
`)
    expect(problems).toEqual([])
    expect(rows).toEqual([
      {
        call: 'payOut(address to, uint256 amount)',
        selector: '0x0221038a',
        effects: [{ kind: 'transfer', asset: { token: 'native', amount: 'amount' }, from: '@contract', to: 'to' }],
        source: 'a vault',
      },
      {
        call: 'place(((address token, uint256 amount)[] assets, address to) order)',
        selector: '0x907a30e1',
        effects: [],
        source: 'a vault: its documentation',
      },
      {
        call: 'run(bytes32 id)',
        selector: '0xef6ac0f0',
        effects: [],
        hides: { content: 'the steps', isLater: false },
        source: 'a page',
      },
    ])
  })

  test('may have functions with packed arguments, of which only the last has no size', () => {
    const parsed = (call: string) => parseEffects(`functions:\n  - {call: "${call}", effects: []}\n`, 'a page')
    const { rows, problems } = parsed('packed send(address to, uint128 amount, bytes message)')
    expect(problems).toEqual([])
    expect(rows.map(({ selector, call }) => [selector, call])).toEqual([
      ['0xb46300ec', 'packed send(address to, uint128 amount, bytes message)'],
    ])
    expect(parsed('packed send(bytes message, address to)').problems.map(({ message }) => message)).toEqual([
      'is packed, and has a parameter without a size before its end: message',
    ])
  })

  test('may be JSON, and gets the given source where it has none', () => {
    const text = JSON.stringify({
      functions: [
        {
          call: 'close(address to)',
          effects: [{ kind: 'control', form: 'ownership', to: 'to', ofAccount: true }],
          hides: { content: 'the rest', isLater: true },
        },
      ],
    })
    expect(parseEffects(text, 'the operator').rows).toMatchObject([
      { effects: [{ ofAccount: true }], hides: { isLater: true }, source: 'the operator' },
    ])
    expect(problemsOf(text)).toEqual(['1 functions[0] has no source'])
  })

  test('may have a token written out, with the digits of its address', () => {
    const { rows } = parseEffects(
      `functions:\n  - {call: "pay(address to, uint256 amount)", effects: [{kind: transfer, asset: {token: ${token}, amount: amount}, to: to}]}`,
      'a vault',
    )
    const call = { actor: stranger, to: stranger, args: { to: stranger, amount: 7n } } as never
    expect(rows.flatMap((row) => readerOf(row)(call, stranger))).toMatchObject([
      { kind: 'transfer', asset: { token, amount: 7n }, from: stranger, authority: stranger },
    ])
  })
})

describe('is refused, with its line:', () => {
  test.each([
    ['text that is no YAML', 'functions:\n  - {call: [}', 2],
    ['a member twice', 'functions: []\nfunctions: []', 2],
    ['two documents', 'functions: []\n---\nfunctions: []', 2],
    ['an alias', 'a: &a []\nfunctions: *a', 1],
  ])('%s', (_, text, line) => {
    expect(problemsOf(text).join('\n')).toMatch(new RegExp(`^${line}  `))
  })

  test.each([
    ['', 1, ' is not an object'],
    ['functions: none', 1, 'functions is not an array'],
    ['functions: []\nother: 1', 1, ' Unrecognized key: "other"'],
    ['functions:\n  - {effects: []}', 2, 'functions[0].call is required'],
    ['functions:\n  - {call: "f()"}', 2, 'functions[0].effects is required'],
  ])('%j', (text, line, message) => {
    expect(problemsOf(text, 'a vault')).toContain(`${line} ${message}`)
  })

  test.each([
    ['a kind', '{kind: gift, to: to}', 'kind is not one of right, control, exchange, transfer, grant'],
    ['a right', '{kind: right, right: everything, to: to}', 'right is not one of manage, borrow'],
    ['a form', '{kind: exchange, form: steal, to: to}', 'form is not one of swap'],
    ['a form of another kind', '{kind: control, form: swap, to: to}', 'form is not one of upgrade'],
    ['a member', '{kind: right, right: manage, to: to, form: swap}', ' Unrecognized key: "form"'],
    ['numbers of chains', '{kind: exchange, form: bridge, to: to, on: [mars, amount]}', 'on is not one of cctp'],
  ])('%s that does not exist', (_, effect, message) => {
    const [problem = ''] = problemsOfRow('f(address to, uint256 amount)', effect)
    expect(problem.replace('functions[0].effects[0]', '').replace('2 .', '2 ')).toContain(message)
  })

  test.each([
    ['to: too', '.to is too, which leads to no argument'],
    ['to: flag', '.to is flag (bool), which holds no address'],
    ['to: orders', '.to is orders (tuple), which holds no address'],
    ['to: orders.maker.x', '.to is orders.maker.x, which leads to no argument'],
    ['to: orders.@first.amount.@last', '.to is orders.@first.amount.@last, which leads to no argument'],
    ['to: to.@first', '.to is to.@first, which leads to no argument'],
    ['to: to.@start', '.to is to.@start, which leads to no argument'],
    ['to: native', '.to is native, which leads to no argument'],
    ['to: to, payer: flag', '.payer is flag (bool), which holds no address'],
    ['to: to, gives: [{token: native, amount: to}]', '.gives[0].amount is to (address), which is no number'],
    ['to: to, gives: [{token: native, id: data}]', '.gives[0].id is data (bytes), which is no number'],
    ['to: to, receives: [{token: flag}]', '.receives[0].token is flag (bool), which holds no address'],
    ['to: to, least: [amount, to]', '.least[1] is to (address), which is no number'],
    ['to: to, heldBy: [to, flag]', '.heldBy[1] is flag (bool), which holds no address'],
    ['to: to, on: [lifi, to]', '.on[1] is to (address), which is no number'],
    ['to: 0xab', `.to is 0xab: ${ADDRESS}`],
    [`to: "0x${'aB'.repeat(20)}"`, `.to is 0x${'aB'.repeat(20)}: ${ADDRESS}`],
  ])('the path in {%s}', (members, message) => {
    const call = 'f(address to, uint256 amount, bool flag, bytes data, (address maker, uint256 amount)[] orders)'
    expect(problemsOfRow(call, `{kind: exchange, form: swap, ${members}}`)).toEqual([
      `2 functions[0].effects[0]${message}`,
    ])
  })

  test.each([
    ['f', 'is no signature such as payOut(address to, uint256 amount)'],
    ['f(address)', 'has a parameter without a name: address'],
    ['f(address a, (address a, uint256) b)', 'has a parameter without a name: uint256'],
    ['f(address a, uint256 a)', 'has two parameters with the name a'],
    ['f(address indexed a)', 'has a parameter that no call can have: a'],
    ['f(uint7 a)', 'is no signature such as payOut(address to, uint256 amount): Type "uint7" is not a valid ABI type.'],
    ['f(Order a)', 'is no signature such as payOut(address to, uint256 amount): Type "Order" is not a valid ABI type.'],
  ])('the signature %s', (call, message) => {
    expect(problemsOfRow(call, '')).toEqual([`2 functions[0].call ${message}`])
  })

  test('an address with its checksum is read in lower case', () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const { rows, problems } = parseEffects(
      `functions:\n  - {call: "f(uint256 a)", effects: [{kind: transfer, asset: {token: "${usdc}", amount: a}, to: "${usdc}"}]}`,
      'a vault',
    )
    expect(problems).toEqual([])
    const token = usdc.toLowerCase()
    expect(rows[0]?.effects).toEqual([{ kind: 'transfer', asset: { token, amount: 'a' }, to: token }])
  })

  test('a selector twice, also with other parameter names', () => {
    const text = 'functions:\n  - {call: "f(address a)", effects: []}\n  - {call: "f(address b)", effects: []}'
    expect(problemsOf(text, 'a vault')).toEqual([
      '3 functions[1].call has the selector 0xfc68521a, as has f(address a)',
    ])
  })

  test('structs without end', () => {
    const structs = 'structs: {A: "(B one, B two)", B: "(A one, A two)"}'
    expect(problemsOf(`${structs}\nfunctions:\n  - {call: "f(A a)", effects: []}`, 'a vault')).toEqual([
      '3 functions[0].call has structs that contain one another',
    ])
  })
})

describe('is accepted:', () => {
  test.each([
    '{kind: exchange, form: bridge, to: "@actor", payer: maker, heldBy: [pool.@start, maker], fee: fee, on: [lifi, chain]}',
    '{kind: right, right: manage, to: path.@last, of: "@contract", unless: path}',
    '{kind: grant, form: permit, asset: {token: maker, amount: orders.amount, id: fee}, to: orders.@first.to, unless: on}',
    `{kind: transfer, asset: {token: native}, from: "@contract", to: 0x${'ab'.repeat(20)}}`,
  ])('%s', (effect) => {
    const call =
      'f(uint256 maker, bytes32 pool, uint256 fee, uint256 chain, address[] path, (bytes32 to, uint96 amount)[] orders, bool on)'
    expect(problemsOfRow(call, effect)).toEqual([])
  })
})
