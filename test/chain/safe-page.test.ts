import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Hex } from 'ox/Hex'
import { expect, onTestFinished } from 'vitest'
import { startFundedNode } from '../support/chain/funded-node.ts'
import { createSafe } from '../support/chain/safe-contracts.ts'
import type { TestChain } from '../support/chain/test-chain.ts'
import { people } from '../support/chain/world.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'
import { serviceRow, startSafeService } from '../support/safe-service.ts'

const PAGE = 'docs/safe.md'
const SLACK = 'https://hooks.slack.com'
const { alice, bob, carol, deployer, thief } = people

const blocks = /^```(\w+)\n([\s\S]*?)^```$/gm

/** Ids, times and hashes of blocks differ from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>')
    .replace(/block (\d+) \(0x[0-9a-f]+…[0-9a-f]+\)/g, 'block $1')
    .replace(/ +$/gm, '')
    .trim()
}

/** Receives what Slack would, on a port of this machine. */
async function startSlack(): Promise<{ readonly origin: string; next(): Promise<string> }> {
  const first = Promise.withResolvers<{ text: string }>()
  const server = createServer(async (request, response) => {
    first.resolve((await json(request)) as { text: string })
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, next: async () => (await first.promise).text }
}

/** `txwarden serve …`, in this process. Resolves when it listens. */
async function serve(cli: Cli, argv: readonly string[]): Promise<void> {
  const stop = new AbortController()
  const listening = Promise.withResolvers<void>()
  const serving = cli([...argv, '--port', '0'], { signal: stop.signal, onStdout: () => listening.resolve() })
  onTestFinished(async () => {
    stop.abort()
    expect((await serving).code).toBe(0)
  })
  await listening.promise
}

/** What a Ledger shows, as the contract computes it. */
async function hashesOfContract(chain: TestChain, safe: string, to: string, data: string) {
  const types = 'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256'
  const none = `0x${'0'.repeat(40)}`
  const fields = [to, 0n, data, 1, 0n, 0n, 0n, none, none, 0n]
  return {
    domain: await chain.read<string>(safe, 'domainSeparator() returns (bytes32)'),
    signed: await chain.read<string>(safe, `encodeTransactionData(${types}) returns (bytes)`, ...fields),
    safeTxHash: await chain.read<string>(safe, `getTransactionHash(${types}) returns (bytes32)`, ...fields),
  }
}

needs('anvil').test('docs/safe.md shows what happens', async () => {
  const { node, chain } = await startFundedNode()
  onTestFinished(() => node.stop())
  const owners = [alice.address, bob.address, carol.address]
  const { safe } = await createSafe(chain, deployer.address, '1.4.1', { owners, threshold: 2 })
  const standIn = await startSafeService()
  const call = { to: thief.address.toLowerCase() as Hex, data: '0xdeadbeef' as Hex, operation: 1, nonce: 0n }
  const row = serviceRow({ safe, version: '1.4.1' }, call)
  const confirmations = [{ owner: alice.address, signature: alice.sign(row.safeTxHash) }]
  standIn.transactions = [{ ...row, confirmations, proposer: carol.address }]
  const slack = await startSlack()
  const cli = makeCli()
  cli.clock.step(Date.now() - cli.clock.now())
  const allowed = ['config', 'set', 'allow-destination', new URL(slack.origin).host]
  expect(await cli(allowed)).toMatchObject({ code: 0 })
  const hosts = [
    ['http://127.0.0.1:8545', node.url],
    ['http://127.0.0.1:8000', standIn.url],
    [SLACK, slack.origin],
  ] as const
  const toLocal = (text: string) => hosts.reduce((line, [shown, host]) => line.replaceAll(shown, host), text)
  const toShown = (text: string) =>
    hosts.reduce((line, [shown, host]) => line.replaceAll(new URL(host).host, new URL(shown).host), text)

  const page = readFileSync(PAGE, 'utf8')
  let updated = page
  for (const [fenced, language, text = ''] of page.matchAll(blocks)) {
    const lines = text.split('\n')
    let shown = ''
    if (language === 'sh') {
      for (const line of lines.filter((each) => each.startsWith('txwarden serve')))
        await serve(cli, line.split(' ').slice(1))
      continue
    }
    if (language === 'text') shown = `${await slack.next()}\n`
    else
      for (const line of lines.filter((each) => each.startsWith('$ '))) {
        const [, given, command = ''] = /^(?:echo (\S+) \| )?txwarden (.*)$/.exec(toLocal(line.slice(2))) ?? []
        const { stdout, stderr } = await cli(command.split(' '), {
          tty: true,
          columns: 80,
          ...(given !== undefined && { stdin: `${given}\n`, piped: true }),
        })
        // The address that stands for that of Slack.
        const said = (stdout + stderr).replace(/^! 127\.0\.0\.1 is no address of Slack: [^.]*\.\n/m, '')
        shown += `${line}\n${toShown(said)}`
      }
    if (process.env.UPDATE_DOCS)
      updated = updated.replace(fenced, () => `\`\`\`${language}\n${shown.replace(/ +$/gm, '')}\`\`\``)
    else expect(withoutChance(shown)).toBe(withoutChance(text))
  }
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, updated)

  // The page has the hashes that a device shows: those of the contract.
  const { domain, signed, safeTxHash } = await hashesOfContract(chain, safe, thief.address, '0xdeadbeef')
  expect({ domain: signed.slice(6, 70), safeTxHash }).toEqual({ domain: domain.slice(2), safeTxHash: row.safeTxHash })
  for (const hash of [domain, `0x${signed.slice(70)}`])
    expect(updated).toMatch(new RegExp(`hash +0x${hash.slice(2).toUpperCase()}`))
  expect(updated).toContain(safeTxHash)
})
