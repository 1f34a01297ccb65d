import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFeed } from '../../../../src/api/schemas/intel.ts'
import { catalogue } from '../../../../src/service/intel/feeds/enabled-feeds.ts'
import type { ReceivedRequest } from '../../alerts/receiver.ts'
import { address } from '../local-intel.ts'

/** The catalogue as data, with its paths at another server. */
export function catalogueAt(origin: string): CatalogueFeed[] {
  return catalogue.map((feed) => ({
    ...feed,
    urls: feed.urls.map((url) => `${origin}/${feed.name}${new URL(url).pathname}`),
  }))
}

/** One feed of one file. */
export function feedAt(origin: string, more: Partial<CatalogueFeed> = {}): CatalogueFeed {
  return {
    name: 'phish',
    what: 'phishing addresses',
    format: 'scamsniffer',
    repository: origin,
    licence: 'MIT',
    licenceNote: 'free',
    traps: [],
    urls: [`${origin}/address.json`],
    intervalMs: 12 * 3_600_000,
    maxAgeMs: 72 * 3_600_000,
    ...more,
  }
}

const csv = (...lines: readonly string[]) => lines.join('\n')

/** A snapshot of each feed of the catalogue, by the name of its file. */
export const SNAPSHOTS: Readonly<Record<string, (file: string) => string>> = {
  ofac: (file) =>
    file.includes('_ETH') ? csv(address(1), address(2)) : csv(address(3), 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'),
  scamsniffer: () => JSON.stringify([address(1)]),
  'revoke-exploits': () => JSON.stringify({ name: 'a hack', addresses: [{ chainId: 1, address: address(1) }] }),
  'uniswap-tokens': () =>
    JSON.stringify({
      name: 'a list',
      version: { major: 1, minor: 0, patch: 0 },
      tokens: [{ chainId: 1, address: address(1), name: 'Example', symbol: 'EXA', decimals: 18 }],
    }),
  forta: (file) =>
    file.includes('malicious_smart_contracts')
      ? csv(
          'contract_address,contract_tag,contract_creation_tx,contract_creator,contract_creator_tag,source,notes,date',
          `${address(1)},Exploit,0x,${address(2)},,a,b,c`,
        )
      : file.includes('etherscan_malicious_labels')
        ? csv('banned_address,wallet_tag,data_source', `${address(3)},Fake_Phishing1,etherscan`)
        : csv('address,etherscan_tag,etherscan_labels,is_contract', `${address(4)},Fake_Phishing2,"phish-hack",False`),
  'forta-fp': () => csv('address,chain_id,comment', `${address(1)},1,a known contract`),
  'etherscan-labels': () => JSON.stringify({ [address(1)]: { name: 'Example Exploiter', labels: ['exploit'] } }),
  'eth-labels': () =>
    csv('address,chainId,label,name,symbol,website,image', `"${address(1)}",1,"exploit","Exploiter","","",""`),
  mew: () => JSON.stringify([{ address: address(1), comment: 'a scam', date: '2018-01-01' }]),
  cryptoscamdb: () =>
    csv(
      '- name: scam.example',
      '  url: https://scam.example',
      '  category: Phishing',
      '  subcategory: MyEtherWallet',
      '  addresses:',
      '    ETH:',
      `      - "${address(1)}"`,
    ),
}

/** The snapshot that a request names. */
export function snapshotOf({ path }: ReceivedRequest): string | undefined {
  const [, name = '', ...rest] = path.split('/')
  return SNAPSHOTS[name]?.(rest.join('/'))
}

/** Feeds in their original form beside the project; none of them is part of it. */
export const FEEDS = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'intel')

/** The same of the real feeds: by the name of the file, and of the explorer where several have it. */
export function realSnapshotOf({ path }: ReceivedRequest): string | undefined {
  const [, name = '', ...rest] = path.split('/')
  const folder = { forta: 'forta/labels/1', 'forta-fp': 'forta-starter-kits' }[name] ?? name
  const file = rest.at(-1) ?? ''
  if (name === 'uniswap-tokens') {
    const tokens = join(FEEDS, 'uniswap-token-list', 'src', 'tokens')
    const lists = readdirSync(tokens).map((each) => JSON.parse(readFileSync(join(tokens, each), 'utf8')) as unknown[])
    return JSON.stringify({ name: 'the list', version: {}, tokens: lists.flat() })
  }
  const found = name === 'etherscan-labels' ? join(FEEDS, folder, ...rest.slice(4)) : join(FEEDS, folder, file)
  if (existsSync(found)) return readFileSync(found, 'utf8')
  // Those of other chains are not beside the project.
  return name === 'ofac' ? '' : undefined
}
