import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findChain, setChains } from '../../src/api/chains.ts'
import { anyChains, definedRollups as defined } from '../support/chain/any-chains.ts'
import { fakeNode } from '../support/chain/fake-node.ts'
import { type CliOptions, makeCli } from '../support/cli.ts'
import { sample } from '../support/share.ts'

const chains = sample(anyChains)

const PAYER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
/** USDC on ethereum. */
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const addressOf = (chain: { id: string }) => `0xb10c${BigInt(chain.id).toString(16).padStart(36, '0')}`

/** Commands on one database that defines the chains which need it, each as another process: definitions are read again. */
async function start(needed: readonly { id: string; name: string }[]) {
  const cli = makeCli()
  const run = (argv: readonly string[], options?: CliOptions) => {
    setChains([])
    return cli(argv, options)
  }
  for (const { id, name } of defined.filter((chain) => needed.some((each) => each.id === chain.id)))
    expect((await run(['chain', 'define', id, '--name', name, '--currency', 'FOO'])).code).toBe(0)
  const json = async (argv: readonly string[], options?: CliOptions) => {
    const { code, stdout, stderr } = await run([...argv, '--json'], options)
    return { code, stderr, body: JSON.parse(stdout || 'null') }
  }
  return { home: cli.home, run, json }
}

const permit = (chainId: string, spender: string) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'Token', chainId: Number(chainId), verifyingContract: `0x70ce${'0'.repeat(36)}` },
  message: { owner: PAYER, spender, value: '1000', nonce: '0', deadline: '1' },
})

describe('every chain of a list, and every defined one', () => {
  test.each(chains)('$name ($id): an entry, a verdict and a message of it alone', async (chain) => {
    const other = chains[(chains.indexOf(chain) + 1) % chains.length] ?? chain
    const { run, json } = await start([chain, other])
    const blocked = addressOf(chain)
    const added = await run(['control-list', 'add', blocked, '--type', 'block', '--chain', chain.name])
    expect(added).toMatchObject({ code: 0 })
    const pay = (on: string, to: string) =>
      json(['validate', '--chain', on, '--from', PAYER, '--to', to, '--value', '1', '--explain'])
    expect(await pay(chain.name, blocked)).toMatchObject({ code: 12, body: { verdict: 'BLOCKED' } })
    expect(await pay(chain.id, blocked)).toMatchObject({ code: 12 })
    for (const on of [other.name, 'ethereum'])
      expect(await pay(on, blocked)).toMatchObject({ body: { verdict: 'NO DATA' } })
    // The contract of another chain is no contract of this one.
    const borrowed = (await pay(chain.name, USDC)).body
    expect(borrowed).toMatchObject({ verdict: expect.not.stringMatching('SAFE') })
    expect(borrowed.explanation.actions.join()).not.toContain('USDC')
    const sign = (id: string) => json(['validate', '--typed-data', '-'], { stdin: JSON.stringify(permit(id, blocked)) })
    expect(await sign(chain.id)).toMatchObject({ code: 12, body: { verdict: 'BLOCKED' } })
    expect((await sign('1')).body.verdict).not.toBe('BLOCKED')
  })

  test.each(chains)('$name ($id): a monitored address and an alert', async ({ id, name }) => {
    const { json } = await start([{ id, name }])
    const monitored = await json(['monitor', 'add', PAYER, '--chain', name])
    expect(monitored).toMatchObject({ code: 0, body: { chainId: id } })
    const alert = await json(['alert', 'create', '--name', `on ${name}`, '--type', 'monitor', '--chain', name])
    expect(alert).toMatchObject({ code: 0 })
    const { body } = await json(['alert', 'get', alert.body.alertId])
    expect(body.transactionFilter.chainIds).toEqual([Number(id)])
  })

  test('rows of a batch and of imports name them', async () => {
    const { home, run } = await start(chains)
    const file = join(home, 'rows.csv')
    const rows = chains.map(({ name }) => `${name},${PAYER},0x51e1${'0'.repeat(36)},1`)
    writeFileSync(file, ['chain,from,to,value (wei)', ...rows].join('\n'))
    const { stdout, code } = await run(['validate', '--batch', file, '-o', 'ndjson'])
    expect(code).toBe(0)
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map(({ chainId }) => chainId)).toEqual(chains.map(({ id }) => id))
    const listed = join(home, 'list.csv')
    writeFileSync(
      listed,
      ['address,type,chains', ...chains.map(({ name }) => `0x51e1${'0'.repeat(36)},block,${name}`)].join('\n'),
    )
    expect(await run(['control-list', 'import', listed, '--product', 'rasp', '--yes'])).toMatchObject({ code: 0 })
  })

  test('feeds and token lists keep their rows', async () => {
    const { home, json } = await start(chains)
    const tokens = chains.map(({ id }, index) => ({
      chainId: Number(id),
      address: `0x70ce${index.toString(16).padStart(36, '0')}`,
      name: `Token ${index}`,
      symbol: `TKN${index}`,
      decimals: 6,
    }))
    const list = join(home, 'tokens.json')
    writeFileSync(list, JSON.stringify({ name: 'ours', tokens }))
    const kept = { code: 0, body: { read: chains.length, kept: chains.length } }
    expect(await json(['intel', 'import', '--format', 'token-list', list])).toMatchObject(kept)
    const feed = join(home, 'feed.csv')
    const rows = chains.map((chain) => `${addressOf(chain)},malicious,${chain.name}`)
    writeFileSync(feed, ['address,kind,chainIds', ...rows].join('\n'))
    expect(await json(['intel', 'import', '--format', 'addresses', feed])).toMatchObject(kept)
  })

  test('offers of x402 name them', async () => {
    const { json } = await start(chains)
    for (const { id, name } of sample(chains)) {
      const offer = {
        scheme: 'exact',
        asset: `0x70ce${'0'.repeat(36)}`,
        payTo: PAYER,
        extra: { name: 'T', version: '1' },
      }
      const bodies = [
        { x402Version: 2, accepts: [{ ...offer, network: `eip155:${id}`, amount: '1' }] },
        { x402Version: 1, accepts: [{ ...offer, network: name, maxAmountRequired: '1' }] },
      ]
      for (const body of bodies) {
        const checked = await json(['validate', '--x402', '-', '--from', PAYER], { stdin: JSON.stringify(body) })
        expect(checked.body.content).toMatchObject([{ chainId: id, result: expect.anything() }])
      }
    }
  })
})

describe('a defined chain, in a process that has read no definition yet', () => {
  const [{ id, name } = { id: '', name: '' }] = defined

  test('is one for Safes', async () => {
    const { home, run } = await start(defined)
    const transaction = { to: USDC, value: '0', data: '0x', operation: 0, safeTxGas: '0', baseGas: '0', gasPrice: '0' }
    const file = join(home, 'safe.json')
    const zero = `0x${'0'.repeat(40)}`
    writeFileSync(file, JSON.stringify({ ...transaction, gasToken: zero, refundReceiver: zero, nonce: 1 }))
    const argv = (chain: string) => [
      'safe',
      'hash',
      '--file',
      file,
      '--safe',
      PAYER,
      '--safe-version',
      '1.4.1',
      '--chain',
      chain,
    ]
    const hashes = [await run(argv(name)), await run(argv(id))]
    expect(hashes).toMatchObject([{ code: 0 }, { code: 0 }])
    expect(hashes[0]?.stdout).toBe(hashes[1]?.stdout)
  })

  test('has a node of the environment, which doctor checks', async () => {
    const { json } = await start(defined)
    const node = await fakeNode({ chainId: Number(id) })
    const env = { TXWARDEN_CHAIN_ROLLUP_0_URL: node.url }
    const { body } = await json(['doctor'], { env })
    const text = `${new URL(node.url).host} (${name}): block 20000000`
    expect(body.content).toContainEqual({ check: 'nodes', level: 'pass', text })
  })

  test('is one behind the proxy, with a limit of its own', async () => {
    const { run } = await start(defined)
    const node = await fakeNode({ chainId: Number(id) })
    const stop = new AbortController()
    const listening = Promise.withResolvers<string>()
    const running = run(
      ['proxy', '--upstream', `${name}=${node.url} linea=${node.url}`, '--max-fee', `${name}=1ether`, '--port', '0'],
      { signal: stop.signal, onStdout: (text) => listening.resolve(String(text)) },
    )
    onTestFinished(async () => {
      stop.abort()
      await running
    })
    void running.then(({ stderr }) => listening.resolve(stderr))
    expect(await listening.promise).toMatch(/rollup-0=http:\S+\nlinea=http:/)
  })

  test('one that nothing defines is refused everywhere, with the command that defines it', async () => {
    const { home, run } = await start([])
    expect(findChain('777999')).toBeUndefined()
    const refused = {
      code: 2,
      stderr: expect.stringContaining('Try: txwarden chain define 777999 --name'),
    }
    for (const argv of [
      ['validate', '--chain', '777999', '--from', PAYER, '--to', USDC, '--value', '1'],
      ['control-list', 'add', PAYER, '--type', 'block', '--chain', '777999'],
      ['monitor', 'add', PAYER, '--chain', '777999'],
      ['alert', 'create', '--name', 'a', '--type', 'sonar', '--chain', '777999'],
      ['proxy', '--upstream', '777999=http://127.0.0.1:1'],
      ['proxy', '--upstream', 'http://127.0.0.1:1', '--max-fee', '777999=1'],
    ])
      expect(await run(argv)).toMatchObject(refused)
    const file = join(home, 'rows.csv')
    writeFileSync(file, `chain,from,to,value\n777999,${PAYER},${USDC},1wei\n`)
    const inRows = { code: 8, stderr: expect.stringContaining('(txwarden chain define 777999 --name') }
    expect(await run(['validate', '--batch', file])).toMatchObject(inRows)
    const monitor = `kind: monitor\nchainId: "777999"\naddress: "${PAYER}"\nname: a\n`
    expect(await run(['diff', '-f', '-'], { stdin: monitor })).toMatchObject(inRows)
  })
})
