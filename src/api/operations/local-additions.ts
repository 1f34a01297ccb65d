import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as chains from '../schemas/chain.ts'
import { exposureReport } from '../schemas/exposure.ts'
import { historyReport, historyRequest } from '../schemas/history.ts'
import * as intel from '../schemas/intel.ts'
import { address, chainId } from '../schemas/primitives.ts'
import type { Operation } from './operation.ts'

const ofChain = lazily(() => z.object({ chainId: chainId().optional().meta({ description: 'Only of this chain.' }) }))

/**
 * What a server offers only with `--admin-api`: how the service itself runs. None of them takes or returns the URL of a
 * node, a key or a secret.
 */
export const localAdditions = {
  listNodes: {
    method: 'GET',
    path: '/ext/v1/nodes',
    key: 'management',
    scope: 'local',
    summary: 'List the nodes of chains',
    tag: 'additions',
    query: ofChain,
    output: chains.nodeList,
    changes: false,
  },
  listChains: {
    method: 'GET',
    path: '/ext/v1/chains',
    key: 'management',
    scope: 'local',
    summary: 'List chains, how far each is followed, and what its nodes answer',
    tag: 'additions',
    query: lazily(() =>
      ofChain().extend({
        nodes: z.enum(['true', 'false']).optional().meta({
          description: '`true`: the latest block of each node is read.',
          default: 'false',
        }),
      }),
    ),
    output: chains.chainList,
    changes: false,
  },
  pauseChain: {
    method: 'POST',
    path: '/ext/v1/chains/{chainId}/pause',
    key: 'management',
    scope: 'local',
    summary: 'Ask no node of a chain until it is resumed',
    tag: 'additions',
    output: chains.chainState,
    changes: true,
  },
  resumeChain: {
    method: 'POST',
    path: '/ext/v1/chains/{chainId}/resume',
    key: 'management',
    scope: 'local',
    summary: 'Ask the nodes of a paused chain again',
    tag: 'additions',
    output: chains.chainState,
    changes: true,
  },
  getExposure: {
    method: 'GET',
    path: '/ext/v1/exposure',
    key: 'management',
    scope: 'local',
    summary: 'List what an address allows others to move',
    tag: 'additions',
    query: lazily(() => ofChain().extend({ address: address() })),
    output: exposureReport,
    changes: false,
  },
  syncHistory: {
    method: 'POST',
    path: '/ext/v1/history/sync',
    key: 'management',
    scope: 'local',
    summary: 'Read the token transfers of an address from a node',
    tag: 'additions',
    body: historyRequest,
    output: historyReport,
    changes: true,
  },
  listFeeds: {
    method: 'GET',
    path: '/ext/v1/intel/sources',
    key: 'management',
    scope: 'local',
    summary: 'List the imported feeds',
    tag: 'additions',
    output: intel.feedList,
    changes: false,
  },
  listFeedCatalogue: {
    method: 'GET',
    path: '/ext/v1/intel/catalogue',
    key: 'management',
    scope: 'local',
    summary: 'List public feeds that can be enabled by name',
    tag: 'additions',
    output: intel.feedCatalogue,
    changes: false,
  },
  enableFeed: {
    method: 'POST',
    path: '/ext/v1/intel/enabled',
    key: 'management',
    scope: 'local',
    summary: 'Fetch a feed of the catalogue, and keep it fresh',
    tag: 'additions',
    body: intel.feedEnabling,
    output: intel.feed,
    changes: true,
  },
  disableFeed: {
    method: 'DELETE',
    path: '/ext/v1/intel/enabled/{source}',
    key: 'management',
    scope: 'local',
    summary: 'Fetch a feed no more',
    tag: 'additions',
    output: intel.feed,
    changes: true,
  },
  checkAddress: {
    method: 'GET',
    path: '/ext/v1/intel/addresses',
    key: 'management',
    scope: 'local',
    summary: 'Show what feeds know about an address',
    tag: 'additions',
    query: lazily(() => ofChain().extend({ address: intel.anyAddress() })),
    output: intel.addressKnowledge,
    changes: false,
  },
  checkSelector: {
    method: 'GET',
    path: '/ext/v1/intel/selectors',
    key: 'management',
    scope: 'local',
    summary: 'Show what feeds know about a function selector',
    tag: 'additions',
    query: lazily(() => z.object({ selector: intel.selector() })),
    output: intel.selectorKnowledge,
    changes: false,
  },
} as const satisfies Record<string, Operation>
