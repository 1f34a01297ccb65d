import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect } from 'vitest'
import { asTyped, type Cli, makeCli, says, test } from '../support/cli.ts'

const VAULT = '0x7e57C0DE0000000000000000000000000000aA01'.toLowerCase()
const SENDER = '0x7e57000000000000000000000000000000000001'
const PAYEE = '0x7e57000000000000000000000000000000000002'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

const payOut = AbiFunction.from('function payOutFromVault(address to, uint256 amount)')
const DATA = AbiFunction.encodeData(payOut, [PAYEE, 500_000_000n])

const EFFECTS = `functions:
  - {call: "payOutFromVault(address to, uint256 amount)", effects: [{kind: transfer, asset: {token: "${USDC}", amount: amount}, from: "@contract", to: to}]}
`
const ABI = [
  {
    type: 'function',
    name: 'payOutFromVault',
    stateMutability: 'nonpayable',
    outputs: [],
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  { type: 'function', name: 'total', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint256' }] },
  { type: 'event', name: 'PaidOut', inputs: [] },
]

interface Validated {
  readonly verdict: string
  readonly coverage: string
  readonly combinedScore: number
  readonly explanation: { readonly actions: readonly string[]; readonly missing: readonly string[] }
}

const validate = async (cli: Cli, data: string = DATA) => {
  const argv = ['validate', '--chain', 'base', '--from', SENDER, '--to', VAULT, '--data', data, '--explain', '--json']
  return JSON.parse((await cli([...argv, '--fail-on', 'never'])).stdout) as Validated
}

const write = (cli: Cli, name: string, text: string) => {
  const file = join(cli.home, name)
  writeFileSync(file, text)
  return file
}

const addEffects = (cli: Cli, text = EFFECTS) =>
  cli(['contract', 'add', VAULT, '--chain', 'base', '--effects', write(cli, 'vault.yaml', text), '--name', 'vault'])

describe('contract add', () => {
  test.each(['--curl', '--dry-run'])(
    '%s shows the tokens of effects: they are addresses, not secrets',
    async (flag) => {
      const cli = makeCli()
      const argv = ['contract', 'add', VAULT, '--chain', 'base', '--effects', write(cli, 'vault.yaml', EFFECTS), flag]
      const { code, stdout } = await cli(argv)
      expect(code).toBe(0)
      expect(stdout).toContain(USDC)
      expect(stdout).not.toMatch(/hidden|DESTINATION_TOKEN/)
    },
  )

  test('an effects file makes a call read, from the next verdict on', async ({ cli }) => {
    const before = await validate(cli)
    expect(before).toMatchObject({ coverage: 'none', combinedScore: 0 })
    expect(before.explanation.missing).toContain(`Unknown selector ${DATA.slice(0, 10)}`)
    expect(await addEffects(cli)).toMatchObject({ code: 0 })
    const after = await validate(cli)
    expect(after.explanation.actions).toEqual([expect.stringContaining('500 USDC')])
    expect(after.explanation.missing).not.toContain(`Unknown selector ${DATA.slice(0, 10)}`)
    await cli(['contract', 'remove', VAULT, '--yes'])
    expect((await validate(cli)).explanation.missing).toContain(`Unknown selector ${DATA.slice(0, 10)}`)
  })

  test('what is described is known as far as its effects are', async ({ cli }) => {
    const pause = AbiFunction.encodeData(AbiFunction.from('function pauseDeposits()'))
    expect((await validate(cli, pause)).coverage).toBe('none')
    await addEffects(cli, `${EFFECTS}  - {call: "pauseDeposits()", effects: []}\n`)
    expect((await validate(cli, pause)).coverage).toBe('partial')
    // Who is paid out is not known.
    expect((await validate(cli)).coverage).toBe('none')
    const paid = ['validate', '--chain', 'base', '--from', SENDER, '--to', VAULT, '--data', pause, '--value', '1']
    const { stdout } = await cli([...paid, '--explain', '--json', '--fail-on', 'never'])
    expect(JSON.parse(stdout)).toMatchObject({ coverage: 'none' })
  })

  test('adds to what is read of every contract, and takes nothing away', async ({ cli }) => {
    const approve = AbiFunction.encodeData(AbiFunction.from('function approve(address spender, uint256 amount)'), [
      PAYEE,
      2n ** 200n,
    ])
    const before = await validate(cli, approve)
    await addEffects(cli, 'functions:\n  - {call: "approve(address a, uint256 b)", effects: []}\n')
    expect(await validate(cli, approve)).toMatchObject({ combinedScore: before.combinedScore, coverage: 'none' })
    const more = '{kind: control, form: ownership, to: a}'
    await addEffects(cli, `functions:\n  - {call: "approve(address a, uint256 b)", effects: [${more}]}\n`)
    const after = await validate(cli, approve)
    expect(after.combinedScore).toBeGreaterThanOrEqual(before.combinedScore)
    expect(after.explanation.actions.length).toBeGreaterThan(before.explanation.actions.length)
  })

  test('native currency for a function that the ABI does not let take any is a WARNING', async ({ cli }) => {
    const argv = ['validate', '--chain', 'base', '--from', SENDER, '--to', VAULT, '--data', DATA, '--value', '7']
    const rules = async () => {
      const { stdout } = await cli([...argv, '--explain', '--json', '--fail-on', 'never'])
      const { verdict, explanation } = JSON.parse(stdout)
      return [verdict, ...explanation.reasons.map(({ rule }: { rule: string }) => rule)]
    }
    const add = async (abi: readonly unknown[], ...more: string[]) =>
      cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', write(cli, 'abi.json', JSON.stringify(abi)), ...more])
    await add(ABI)
    expect(await rules()).toEqual(expect.arrayContaining(['WARNING', 'unaccepted-value']))
    await add(ABI, '--effects', write(cli, 'vault.yaml', EFFECTS))
    expect(await rules()).toEqual(expect.arrayContaining(['WARNING', 'unaccepted-value']))
    expect((await cli(['contract', 'export', VAULT])).stdout).toContain('payable: false')
    await add(ABI.map((item) => ({ ...item, stateMutability: 'payable' })))
    expect(await rules()).not.toContain('unaccepted-value')
  })

  test('what is harmless, destroyed, later or locked by a file is kept, shown, exported and believed', async ({
    cli,
  }) => {
    const AUDITOR = '0x7e57000000000000000000000000000000000003'
    const burn = AbiFunction.from('function burnFor(address auditor, uint256 amount, uint256 period)')
    const data = AbiFunction.encodeData(burn, [AUDITOR, 5n, 9n])
    const call = '"burnFor(address auditor, uint256 amount, uint256 period)", effects: []'
    const verdict = async (more: string) => {
      const row = `  - {call: ${call}${more}}`
      expect(await addEffects(cli, `functions:\n${row}\n`)).toMatchObject({ code: 0 })
      const { stdout } = await cli(['contract', 'export', VAULT])
      expect(stdout).toContain(row)
      const argv = asTyped(`validate --chain base --from ${SENDER} --to ${VAULT} --data ${data} --explain --json`)
      const answer = JSON.parse((await cli([...argv, '--fail-on', 'never'])).stdout)
      const rules = answer.explanation.reasons.map(({ rule }: { rule: string }) => rule)
      return [answer.verdict, rules.includes('destroyed-asset')]
    }
    expect(await verdict('')).toEqual(['NO DATA', false])
    expect(await verdict(', harmless: [auditor]')).toEqual(['SAFE', false])
    expect(await verdict(', harmless: [auditor], later: true, locks: period')).toEqual(['SAFE', false])
    expect((await verdict(', harmless: [auditor], destroys: true'))[1]).toBe(true)
  })

  test('an ABI alone names the function, and the verdict stays NO DATA', async ({ cli }) => {
    const artefact = write(cli, 'Vault.json', JSON.stringify({ abi: ABI, bytecode: { object: '0x60' } }))
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', artefact])
    const named = await validate(cli)
    expect(named.coverage).toBe('none')
    expect(named.explanation.actions.join()).toContain(
      `calls payOutFromVault(to ${PAYEE}, amount 500000000) of 0x7E57c0de0000000000000000000000000000aA01 (unknown)`,
    )
    expect(named.explanation.missing).toContain(
      `Effects of payOutFromVault (${DATA.slice(0, 10)}) not known, only its arguments`,
    )
  })

  test('is shown with selectors and status, and replaced by the next one', async ({ cli }) => {
    const abi = write(cli, 'abi.json', JSON.stringify(ABI))
    const effects = write(cli, 'effects.yaml', EFFECTS)
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', abi, '--effects', effects, '--name', 'vault'])
    const shown = await cli.json(['contract', 'show', VAULT])
    expect(shown).toMatchObject({
      chainId: '8453',
      name: 'vault',
      source: 'operator',
      functions: [
        {
          selector: DATA.slice(0, 10),
          signature: 'payOutFromVault(address,uint256)',
          status: 'read',
          effects: [{ kind: 'transfer', asset: { token: USDC, amount: 'amount' }, from: '@contract', to: 'to' }],
        },
        { signature: 'total()', effects: [], status: 'named' },
      ],
    })
    expect(shown.address.toLowerCase()).toBe(VAULT)
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', abi])
    const { functions } = await cli.json(['contract', 'show', VAULT])
    expect(functions.map(({ status }: { status: string }) => status)).toEqual(['named', 'named'])
    expect(await cli.json(['contract', 'list'])).toMatchObject({ totalElements: 1 })
  })
})

describe('a wrong file', () => {
  test.each([
    ['--effects', 'functions:\n  - {call: "payOutFromVault(address to", effects: []}\n', 2],
    [
      '--effects',
      `functions:\n  - {call: "f(address to)", effects: [{kind: transfer, asset: {token: native}, to: who}]}\n`,
      2,
    ],
    ['--effects', '# nothing\n\nfunctions: [}\n', 3],
    ['--effects', 'rows: []\n', 1],
    ['--abi', '[\n  {"type": "function", "name": "f", "inputs": [\n', 2],
    ['--abi', '[\n{"type": "event"},\n{"type": "function", "name": "f", "inputs": [{"type": "uint7"}]}\n]', 3],
    ['--abi', '{"contractName": "Vault"}', 1],
    ['--abi', '[]', 1],
  ] as const)('of %s ends with 8 and names the line: %j', async (flag, text, line) => {
    const cli = makeCli()
    const file = write(cli, 'wrong.file', text)
    const added = await cli(['contract', 'add', VAULT, '--chain', 'base', flag, file])
    expect(added.code).toBe(8)
    expect(added.stderr).toContain(`${file}:${line}: `)
    expect(added.stderr).toContain('Nothing was stored.')
    expect((await cli.json(['contract', 'list'])).content).toEqual([])
  })

  test('is one with a function that the ABI does not have', async ({ cli }) => {
    const argv = ['--abi', write(cli, 'abi.json', JSON.stringify(ABI.slice(1)))]
    const effects = write(cli, 'vault.yaml', EFFECTS)
    const added = await cli(['contract', 'add', VAULT, '--chain', 'base', ...argv, '--effects', effects])
    expect(added).toMatchObject(says(8, `${effects}:2: functions[0].call is `))
  })
})

describe('contract test', () => {
  const argv = ['contract', 'test', VAULT, '--chain', 'base', '--data', DATA, '--json']

  test('says how a call is read, before and after its contract is added', async ({ cli }) => {
    expect(await cli(argv)).toMatchObject(says(5, 'is not described'))
    const draft = await cli([...argv, '--effects', write(cli, 'draft.yaml', EFFECTS)])
    expect(JSON.parse(draft.stdout)).toMatchObject({
      status: 'read',
      selector: DATA.slice(0, 10),
      signature: 'payOutFromVault(address,uint256)',
      actions: [expect.stringContaining('500 USDC')],
    })
    expect((await cli.json(['contract', 'list'])).content).toEqual([])
    const named = await cli([...argv, '--abi', write(cli, 'abi.json', JSON.stringify(ABI))])
    expect(JSON.parse(named.stdout)).toMatchObject({ status: 'named', call: { args: { amount: '500000000' } } })
    await addEffects(cli)
    expect(JSON.parse((await cli(argv)).stdout)).toMatchObject({ status: 'read' })
    const other = await cli(argv.map((word) => (word === DATA ? '0x12345678' : word)))
    expect(JSON.parse(other.stdout)).toMatchObject({ status: 'unread', signature: null })
  })
})

describe('tx decode of a described contract', () => {
  const argv = ['tx', 'decode', '--chain', 'base', '--to', VAULT, '--data', DATA]
  const decoded = async (cli: Cli, more: readonly string[] = argv) => await cli.json(more)

  test('reads its functions as far as they are described', async ({ cli }) => {
    const before = readdirSync(cli.home)
    expect((await decoded(cli)).call).toMatchObject({ status: 'unknown-selector', reading: 'unread' })
    expect(readdirSync(cli.home)).toEqual(before)
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', write(cli, 'abi.json', JSON.stringify(ABI))])
    expect(await decoded(cli)).toMatchObject({
      call: { reading: 'named', signature: 'payOutFromVault(address,uint256)', args: { amount: '500000000' } },
      missing: [`Effects of payOutFromVault (${DATA.slice(0, 10)}) not known, only its arguments`],
    })
    await addEffects(cli)
    expect(await decoded(cli)).toMatchObject({
      call: { reading: 'read' },
      actions: [expect.stringContaining('500 USDC')],
      missing: [],
    })
    const elsewhere = argv.map((word) => (word === 'base' ? 'ethereum' : word))
    expect((await decoded(cli, elsewhere)).call.reading).toBe('unread')
    const { stdout } = await cli(argv, { tty: true })
    expect(stdout).toContain('payOutFromVault on 0x7E57c0de0000000000000000000000000000aA01: to 0x7e57')
  })

  test('works without a database that can be read, and says so', async ({ cli }) => {
    await addEffects(cli)
    const database = write(cli, 'other.db', 'no database')
    const { code, stdout, stderr } = await cli([...argv, '--json'], { env: { TXWARDEN_DATABASE: database } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).call.reading).toBe('unread')
    expect(stderr).toContain('Descriptions of contracts are not used: ')
  })
})

describe('contract learn and export', () => {
  test('a draft says what names say, and is a file that add takes', async ({ cli }) => {
    const learned = await cli(['contract', 'learn', VAULT, '--abi', 'examples/contracts/vault.abi.json'])
    expect(learned.stdout).toBe(`# A draft by the names of the functions: check each row.
functions:
  - {call: "assignKeeperOfVault(address keeper)", effects: [{kind: right, right: operate, to: keeper, of: "@contract"}], payable: false}
  - {call: "pauseDeposits()", effects: [], payable: false}
  # Its name does not say who gains by it.
  - {call: "payOut(address to, uint256 amount)", effects: [], payable: false}
`)
    expect(await addEffects(cli, learned.stdout)).toMatchObject({ code: 0 })
  })

  test('what is exported describes the same contract', async ({ cli }) => {
    const read = async () => (await cli.json(['contract', 'show', VAULT])).functions
    const example = ['--effects', 'examples/contracts/vault.effects.yaml']
    await cli(['contract', 'add', VAULT, '--chain', 'base', ...example])
    const before = await read()
    const { stdout } = await cli(['contract', 'export', '--effects'])
    await cli(['contract', 'remove', VAULT, '--yes'])
    await addEffects(cli, stdout)
    expect(await read()).toEqual(before)
  })
})

describe('contract import', () => {
  const descriptor = (label: string, more: object = {}) => ({
    context: {
      contract: {
        deployments: [
          { chainId: 8453, address: VAULT },
          { chainId: 777_001, address: VAULT },
        ],
      },
    },
    display: {
      formats: {
        'payOutFromVault(address to, uint256 amount)': {
          intent: 'Send',
          fields: [
            { path: '#.amount', label: 'Amount', format: 'tokenAmount', params: { token: USDC } },
            { path: '#.to', label, format: 'addressName', params: { types: ['eoa'] } },
          ],
        },
      },
    },
    ...more,
  })
  const importOf = (cli: Cli, name: string, content: object | string) =>
    cli([
      'contract',
      'import',
      '--erc7730',
      write(cli, name, typeof content === 'string' ? content : JSON.stringify(content)),
    ])

  test('a descriptor explains the call, adds who gains, and the verdict stays NO DATA', async ({ cli }) => {
    expect(await importOf(cli, 'calldata-vault.json', descriptor('Recipient'))).toMatchObject({ code: 0 })
    const { functions, source } = await cli.json(['contract', 'show', VAULT])
    expect({ functions, source }).toMatchObject({
      source: 'erc7730',
      functions: [{ status: 'named', effects: [{ kind: 'transfer', asset: { token: USDC }, to: 'to' }] }],
    })
    const named = await validate(cli)
    expect(named.coverage).toBe('none')
    expect(named.explanation.actions.join()).toContain('500 USDC')
  })

  test('the description of the operator stays, and a wrong file is refused with its line', async ({ cli }) => {
    await addEffects(cli)
    const kept = await importOf(cli, 'calldata-vault.json', descriptor('Recipient'))
    expect(kept).toMatchObject({ code: 0 })
    expect((await cli.json(['contract', 'show', VAULT])).source).toBe('operator')
    const wrong = await importOf(cli, 'wrong.json', '{\n  "context": {\n')
    expect(wrong).toMatchObject(says(8, 'wrong.json:3: '))
  })

  test('a descriptor takes what it includes from the file beside it', async ({ cli }) => {
    const { context, display } = descriptor('Spender')
    write(cli, 'common.json', JSON.stringify({ display }))
    await importOf(cli, 'calldata.json', { includes: './common.json', context })
    const { functions } = await cli.json(['contract', 'show', VAULT])
    expect(functions).toMatchObject([{ effects: [{ kind: 'grant', to: 'to' }] }])
  })

  test('a descriptor includes nothing outside of its folder, also by a link, and quotes nothing that it cannot read', async ({
    cli,
  }) => {
    const { context } = descriptor('Spender')
    const secret = write(cli, 'secret.json', '"AWS_SECRET=abc"\n"more"')
    const folder = join(cli.home, 'descriptors')
    mkdirSync(folder)
    symlinkSync(secret, join(folder, 'link.json'))
    writeFileSync(join(folder, 'broken.json'), '"AWS_SECRET=abc" "more"')
    // Reading it would wait for a writer.
    execFileSync('mkfifo', [join(folder, 'pipe.json')])
    for (const [includes, why] of [
      ['../secret.json', 'must be in the folder that is imported'],
      ['./link.json', 'must be in the folder that is imported'],
      ['./broken.json', 'names a file that cannot be read: is not JSON'],
      ['./pipe.json', 'must be in the folder that is imported'],
    ] as const) {
      writeFileSync(join(folder, 'calldata.json'), JSON.stringify({ includes, context }))
      const ran = await cli(['contract', 'import', '--erc7730', join(folder, 'calldata.json')])
      expect(ran).toMatchObject(says(8, why))
      expect(ran.stderr).not.toContain('AWS_SECRET')
    }
  })
})

describe('kind: contract in a manifest', () => {
  test('describes the same contract elsewhere, and drifts when a function changes', async () => {
    const [here, there] = [makeCli(), makeCli()]
    const abi = write(here, 'abi.json', JSON.stringify(ABI))
    const hides = 'hides: {content: "what the keeper does", isLater: true}'
    const effects = write(here, 'vault.yaml', EFFECTS.replace(/\}\n$/, `, ${hides}}\n`))
    await here(['contract', 'add', VAULT, '--chain', 'base', '--abi', abi, '--effects', effects, '--name', 'vault'])
    const { stdout } = await here(['export', 'contract'])
    expect(stdout).toContain('kind: contract\nchainId: "8453"\n')
    const manifest = write(there, 'contracts.yaml', stdout)
    expect(await there(['apply', '-f', manifest, '--yes'])).toMatchObject({ code: 0 })
    const shown = async (cli: Cli) => (await cli.json(['contract', 'show', VAULT])).functions
    const before = await shown(here)
    expect(await shown(there)).toEqual(expect.arrayContaining(before))
    expect(await there(['diff', '-f', manifest, '--exit-code'])).toMatchObject({ code: 0 })
    const changed = write(there, 'contracts.yaml', stdout.replace('what the keeper does', 'nothing'))
    expect(await there(['diff', '-f', changed, '--exit-code'])).toMatchObject({ code: 13 })
    await there(['apply', '-f', changed, '--yes'])
    expect(await there(['diff', '-f', changed, '--exit-code'])).toMatchObject({ code: 0 })
    expect(await there(['apply', '-f', write(there, 'contracts.yaml', ''), '--prune', '--yes'])).toMatchObject({
      code: 0,
    })
    expect(JSON.parse((await there(['contract', 'list', '--json'])).stdout).content).toEqual([])
  })

  test('with a wrong effect ends with 8 and its line, and nothing is changed', async ({ cli }) => {
    const manifest = write(
      cli,
      'contracts.yaml',
      `kind: contract
chainId: 8453
address: ${VAULT}
functions:
  - call: payOut(address to, uint256 amount)
    effects:
      - kind: transfer
        asset: {token: native, amount: amount}
        to: keeper
`,
    )
    const applied = await cli(['apply', '-f', manifest, '--yes'])
    expect(applied).toMatchObject(says(8, `${manifest}:9:`))
    expect(applied.stderr).toContain('Nothing was changed.')
  })
})
