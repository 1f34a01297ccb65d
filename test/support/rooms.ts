/** The rooms of the service, from the door inwards: a file may import from its own room and from those that follow it. */
export const serviceRooms = [
  'src/service',
  'src/service/server',
  'src/service/http',
  'src/service/follower',
  'src/service/safes',
  'src/service/administration',
  'src/service/holds',
  'src/service/rescreen',
  'src/service/validation',
  'src/service/policies',
  'src/service/signing',
  'src/service/alerts/matching',
  'src/service/alerts/delivery',
  'src/service/alerts/channels',
  'src/service/destinations',
  'src/service/intel',
  'src/service/chain',
  'src/service/egress',
  'src/service/risk',
  'src/service/payload',
  'src/service/keys',
  'src/service/records',
  'src/service/store',
  'src/service/secrets',
  'src/service/runtime',
  'src/service/problems',
  'src/service/evm',
]

/** May be imported everywhere. */
export const SHARED = 'src/shared'

/** Allowed imports: a file may import from its own room, from those named here, and from what is shared. The longest prefix decides. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/main.ts': ['src/api', 'src/cli', 'src/client', 'src/commands', 'src/config'],
  'src/shared': [],
  'src/api': [],
  'src/client': ['src/api'],
  'src/config': ['src/api'],
  'src/cli': ['src/api', 'src/client', 'src/config'],
  'src/proxy': ['src/api', 'src/client'],
  'src/commands': ['src/api', 'src/cli', 'src/client', 'src/config', 'src/proxy'],
  ...Object.fromEntries(serviceRooms.map((room, at) => [room, ['src/api', ...serviceRooms.slice(at + 1)]])),
  // Pure: they know the contract and nothing of the service.
  'src/service/risk': ['src/api', 'src/service/evm'],
  'src/service/payload': ['src/api'],
  'src/service/evm': [],
  // What is built in decides which rows of a list are kept; it is in memory.
  'src/service/intel/formats': ['src/api', 'src/service/evm', 'src/service/risk', 'src/service/intel/baseline.ts'],
}

/**
 * Folders that import each other, the first of each pair in alphabetical order. Such a pair has no order in which it is
 * read; this list may only become shorter.
 */
export const mutualFolders: Readonly<Record<string, readonly string[]>> = {
  'src/api': ['src/api/schemas'],
  'src/cli': ['src/cli/context'],
  'src/cli/context': ['src/cli/prompts'],
  'src/cli/errors': ['src/cli/output'],
  'src/cli/output': ['src/cli/program'],
  'src/client': ['src/client/errors', 'src/client/requests'],
  'src/commands/contract': ['src/commands/manifest'],
  'src/commands/doctor': ['src/commands/doctor/checks'],
  'src/commands/tx': ['src/commands/validate'],
  'src/config': ['src/config/keychain', 'src/config/profiles'],
  'src/proxy': ['src/proxy/decide', 'src/proxy/http', 'src/proxy/record'],
  'src/proxy/decide': ['src/proxy/http', 'src/proxy/params', 'src/proxy/rpc'],
  'src/proxy/http': ['src/proxy/params'],
  'src/service/administration': ['src/service/administration/copies', 'src/service/administration/keys'],
  'src/service/alerts/channels': ['src/service/alerts/channels/bodies'],
  'src/service/chain': ['src/service/chain/simulation'],
  'src/service/chain/accounts': ['src/service/chain/state'],
  'src/service/chain/blocks': ['src/service/chain/nodes'],
  'src/service/http': ['src/service/http/handlers'],
  'src/service/intel': ['src/service/intel/feeds'],
  'src/service/intel/contracts': ['src/service/intel/contracts/erc7730'],
  'src/service/intel/contracts/erc7730': ['src/service/intel/contracts/erc7730/display'],
  'src/service/intel/formats': ['src/service/intel/formats/reading'],
  'src/service/risk': [
    'src/service/risk/account',
    'src/service/risk/actions',
    'src/service/risk/chain',
    'src/service/risk/decode',
    'src/service/risk/detectors',
    'src/service/risk/money',
    'src/service/risk/parties',
    'src/service/risk/summary',
    'src/service/risk/trace',
    'src/service/risk/typed-data',
  ],
  'src/service/risk/actions': ['src/service/risk/effects', 'src/service/risk/function-names'],
  'src/service/risk/chain': ['src/service/risk/parties', 'src/service/risk/summary'],
  'src/service/risk/decode': [
    'src/service/risk/decode/unwrap',
    'src/service/risk/effects',
    'src/service/risk/function-names',
    'src/service/risk/phishing-functions',
  ],
  'src/service/risk/typed-data': ['src/service/risk/typed-data/messages'],
  'src/service/safes/check': ['src/service/safes/follow'],
  'src/service/server': ['src/service/server/admission'],
  'src/service/store': ['src/service/store/postgres', 'src/service/store/repositories', 'src/service/store/sqlite'],
  'src/service/store/repositories': ['src/service/store/writes'],
}
