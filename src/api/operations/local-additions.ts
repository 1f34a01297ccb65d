import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as chains from '../schemas/chain.ts'
import { exposureReport } from '../schemas/exposure.ts'
import { historyReport, historyRequest } from '../schemas/history.ts'
import * as intel from '../schemas/intel.ts'
import { address, chainId, onOff } from '../schemas/primitives.ts'
import type { OperationRow } from './operation.ts'

const ofChain = lazily(() => z.object({ chainId: chainId().optional().meta({ description: 'Only of this chain.' }) }))

/**
 * What a server offers only with `--admin-api`: how the service itself runs. None of them takes or returns the URL of a
 * node, a key or a secret.
 */
export const localAdditions = {
  listNodes: {
    method: 'GET',
    path: '/ext/v1/nodes',
    summary: 'List the nodes of chains',
    query: ofChain,
    output: chains.nodeList,
  },
  listChains: {
    method: 'GET',
    path: '/ext/v1/chains',
    summary: 'List chains, how far each is followed, and what its nodes answer',
    query: lazily(() => ofChain().extend({ nodes: onOff('`true`: the latest block of each node is read.') })),
    output: chains.chainList,
  },
  pauseChain: {
    method: 'POST',
    path: '/ext/v1/chains/{chainId}/pause',
    summary: 'Ask no node of a chain until it is resumed',
    output: chains.chainState,
  },
  resumeChain: {
    method: 'POST',
    path: '/ext/v1/chains/{chainId}/resume',
    summary: 'Ask the nodes of a paused chain again',
    output: chains.chainState,
  },
  getExposure: {
    method: 'GET',
    path: '/ext/v1/exposure',
    summary: 'List what an address allows others to move',
    query: lazily(() => ofChain().extend({ address: address() })),
    output: exposureReport,
  },
  syncHistory: {
    method: 'POST',
    path: '/ext/v1/history/sync',
    summary: 'Read the token transfers of an address from a node',
    body: historyRequest,
    output: historyReport,
  },
  listFeeds: {
    method: 'GET',
    path: '/ext/v1/intel/sources',
    summary: 'List the imported feeds',
    output: intel.feedList,
  },
  listFeedCatalogue: {
    method: 'GET',
    path: '/ext/v1/intel/catalogue',
    summary: 'List public feeds that can be enabled by name',
    output: intel.feedCatalogue,
  },
  enableFeed: {
    method: 'POST',
    path: '/ext/v1/intel/enabled',
    summary: 'Fetch a feed of the catalogue, and keep it fresh',
    body: intel.feedEnabling,
    output: intel.feed,
  },
  disableFeed: {
    method: 'DELETE',
    path: '/ext/v1/intel/enabled/{source}',
    summary: 'Fetch a feed no more',
    output: intel.feed,
  },
  checkAddress: {
    method: 'GET',
    path: '/ext/v1/intel/addresses',
    summary: 'Show what feeds know about an address',
    query: lazily(() => ofChain().extend({ address: intel.anyAddress() })),
    output: intel.addressKnowledge,
  },
  checkSelector: {
    method: 'GET',
    path: '/ext/v1/intel/selectors',
    summary: 'Show what feeds know about a function selector',
    query: lazily(() => z.object({ selector: intel.selector() })),
    output: intel.selectorKnowledge,
  },
} as const satisfies Record<string, OperationRow>
