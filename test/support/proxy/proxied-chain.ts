import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { command } from '../../campaigns/support/serve-process.ts'
import { COMMAND } from '../built-program.ts'
import { startAnvil } from '../chain/anvil.ts'
import { type FundedAccount, fundedAccounts } from '../chain/funded-accounts.ts'
import type { Rpc } from '../chain/rpc.ts'
import { TOOLS } from '../needs.ts'
import { ProxyProcess } from './proxy-process.ts'
import { leniently, startTapOf, type Tap } from './tap.ts'

/** Everything that is sent there is BLOCKED. */
export const BLOCKED = '0x000000000000000000000000000000000000b10c'
/** On the allow list. */
export const KNOWN = '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5'

/** A program that ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A real node, a tap in front of it, and the built program as a proxy in front of that. */
export interface ProxiedChain extends AsyncDisposable {
  /** Of the proxy. */
  readonly url: string
  /** To the node, past the proxy. */
  readonly rpc: Rpc
  readonly tap: Tap
  /** Folder of the program, and of clients. */
  readonly home: string
  /** An account of the node, which signs for it. Lower case. */
  readonly unlocked: string
  /** An account whose key the client has. */
  readonly account: FundedAccount
  /** The same, on the block list: only a cancel of it passes. */
  readonly blockedAccount: FundedAccount
  /** Bodies that arrived since the last call and have a method that sends or signs. */
  sends(): string[]
  /** Runs a client with ETH_RPC_URL set to the proxy. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  /** Runs `txwarden` with the tap as the upstream. */
  txwarden(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
}

export async function startProxiedChain(argv: readonly string[] = []): Promise<ProxiedChain> {
  const node = await startAnvil({ chainId: 1 })
  const tap = await startTapOf(node.url)
  const home = mkdtempSync(join(tmpdir(), 'txwarden-proxied-'))
  // Hardhat looks for one.
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  const env = { TXWARDEN_HOME: home }
  command(['control-list', 'add', BLOCKED, '--type', 'block'], env)
  command(['control-list', 'add', KNOWN, '--type', 'allow'], env)
  const [account, blockedAccount] = fundedAccounts('client of a proxy', 2)
  if (!account || !blockedAccount) throw new Error('no account')
  command(['control-list', 'add', blockedAccount.address, '--type', 'block'], env)
  for (const { address } of [account, blockedAccount])
    await node.rpc('anvil_setBalance', address, '0x56bc75e2d63100000')
  const [unlocked] = (await node.rpc('eth_accounts')) as [string]
  const proxy = await ProxyProcess.start(argv, { upstream: tap.url, home })
  const [txwarden, ...first] = COMMAND
  const run: ProxiedChain['run'] = (program, args, extra = {}) =>
    runToEnd(program, args, home, { ETH_RPC_URL: proxy.url, ...extra })
  return {
    url: proxy.url,
    rpc: node.rpc,
    tap,
    home,
    unlocked,
    account,
    blockedAccount,
    sends: () => tap.bodies.splice(0).filter((body) => /"[a-z]+_(?:send|sign)/.test(leniently(body))),
    run,
    txwarden: (args, extra = {}) =>
      runToEnd(txwarden, [...first, ...args], home, { ...env, TXWARDEN_UPSTREAM: tap.url, ...extra }),
    async [Symbol.asyncDispose]() {
      await proxy.end('SIGKILL')
      await tap.stop()
      await node.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export async function runToEnd(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: `${TOOLS}:${process.env.PATH ?? ''}`, HOME: cwd, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** A script in test/tools/clients. */
export function clientScript(name: string): string {
  return fileURLToPath(new URL(`../../tools/clients/${name}.mjs`, import.meta.url))
}
