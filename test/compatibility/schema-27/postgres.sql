--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: alert_destinations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alert_destinations (
    alert_id text NOT NULL COLLATE pg_catalog."C",
    destination_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL
);


--
-- Name: alert_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alert_events (
    id text NOT NULL COLLATE pg_catalog."C",
    alert_id text NOT NULL COLLATE pg_catalog."C",
    alert_name text NOT NULL COLLATE pg_catalog."C",
    alert_type text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    confirmed_at bigint,
    subject text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    kind text COLLATE pg_catalog."C",
    round integer NOT NULL
);


--
-- Name: alerts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alerts (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    filter text NOT NULL COLLATE pg_catalog."C",
    is_active integer NOT NULL,
    sent_counter integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    on_no_data integer DEFAULT 0 NOT NULL,
    chain_filter text COLLATE pg_catalog."C",
    CONSTRAINT alerts_is_active_check CHECK ((is_active = ANY (ARRAY[0, 1]))),
    CONSTRAINT alerts_on_no_data_check CHECK ((on_no_data = ANY (ARRAY[0, 1])))
);


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    hint text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint,
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['validation'::text, 'management'::text])))
);


--
-- Name: audit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    resource_id text NOT NULL COLLATE pg_catalog."C",
    before text COLLATE pg_catalog."C",
    after text COLLATE pg_catalog."C"
);


--
-- Name: chain_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_accounts (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    recorded_at bigint NOT NULL
);


--
-- Name: chain_blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_blocks (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    parent_hash text NOT NULL COLLATE pg_catalog."C",
    "time" bigint NOT NULL
);


--
-- Name: chain_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_events (
    id text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    tx_hash text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text COLLATE pg_catalog."C",
    block_number bigint NOT NULL,
    block_hash text NOT NULL COLLATE pg_catalog."C",
    block_time bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    round integer NOT NULL,
    gone_number bigint,
    gone_at bigint,
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT chain_events_state_check CHECK ((state = ANY (ARRAY['IN'::text, 'GONE'::text, 'OUT'::text])))
);


--
-- Name: chain_heads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_heads (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    mode text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    reason_code text COLLATE pg_catalog."C",
    start_number bigint,
    tip_number bigint,
    tip_hash text COLLATE pg_catalog."C",
    tip_time bigint,
    head_number bigint,
    head_time bigint,
    finalized_number bigint,
    node text COLLATE pg_catalog."C",
    holder text COLLATE pg_catalog."C",
    claim_id text COLLATE pg_catalog."C",
    lease_until bigint NOT NULL,
    calls_day text COLLATE pg_catalog."C",
    calls integer NOT NULL,
    lag_told_at bigint,
    updated_at bigint NOT NULL,
    node_id text COLLATE pg_catalog."C"
);


--
-- Name: chain_nodes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_nodes (
    id text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL COLLATE pg_catalog."C",
    sealed_url text NOT NULL COLLATE pg_catalog."C",
    priority integer NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: chain_probes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chain_probes (
    key text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    probed_at bigint NOT NULL
);


--
-- Name: control_list_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.control_list_entries (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    address_key text NOT NULL COLLATE pg_catalog."C",
    chain_ids text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    product_type text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_updated_at bigint NOT NULL,
    CONSTRAINT control_list_entries_product_type_check CHECK ((product_type = ANY (ARRAY['SONAR'::text, 'RASP'::text]))),
    CONSTRAINT control_list_entries_type_check CHECK ((type = ANY (ARRAY['ALLOW'::text, 'BLOCK'::text])))
);


--
-- Name: counterparties; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.counterparties (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    counterparty text NOT NULL COLLATE pg_catalog."C",
    ends integer NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    count bigint NOT NULL,
    had_value integer NOT NULL,
    vouches integer DEFAULT 0 NOT NULL,
    standing integer DEFAULT 1 NOT NULL,
    CONSTRAINT counterparties_had_value_check CHECK ((had_value = ANY (ARRAY[0, 1])))
);


--
-- Name: deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    destination_id text NOT NULL COLLATE pg_catalog."C",
    destination_name text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    due_at bigint NOT NULL,
    attempts integer NOT NULL,
    error_message text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    alert_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    uncounted integer DEFAULT 0 NOT NULL,
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'DEAD'::text, 'CANCELLED'::text])))
);


--
-- Name: delivery_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delivery_attempts (
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    at bigint NOT NULL,
    latency_ms integer NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    error_message text NOT NULL COLLATE pg_catalog."C",
    claim_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT delivery_attempts_state_check CHECK ((state = ANY (ARRAY['SENT'::text, 'FAILED'::text])))
);


--
-- Name: destinations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.destinations (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    sealed_webhook_url text COLLATE pg_catalog."C",
    chat_id text COLLATE pg_catalog."C",
    sealed_token text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    error_message text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT destinations_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);


--
-- Name: digests; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.digests (
    id text NOT NULL COLLATE pg_catalog."C",
    topic text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    due_at bigint NOT NULL,
    count integer NOT NULL,
    content text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: fan_outs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.fan_outs (
    id text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    alerts text NOT NULL COLLATE pg_catalog."C",
    planned integer NOT NULL,
    unplanned_deliveries integer NOT NULL,
    created_at bigint NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    kind text COLLATE pg_catalog."C",
    round integer NOT NULL
);


--
-- Name: granted_allowances; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.granted_allowances (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    spender text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL COLLATE pg_catalog."C",
    amount text NOT NULL COLLATE pg_catalog."C",
    standing integer DEFAULT 1 NOT NULL,
    svc_tx_id text COLLATE pg_catalog."C"
);


--
-- Name: graph_edges; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.graph_edges (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    a bytea NOT NULL,
    b bytea NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT graph_edges_order CHECK ((a < b))
);


--
-- Name: holds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.holds (
    id text NOT NULL COLLATE pg_catalog."C",
    content_key text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    set_at bigint NOT NULL,
    expires_at bigint,
    approved_until bigint,
    requested_by text NOT NULL COLLATE pg_catalog."C",
    self_approve integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    decided_by text COLLATE pg_catalog."C",
    decided_at bigint,
    reason text COLLATE pg_catalog."C",
    transaction_id text COLLATE pg_catalog."C",
    unknown_before text COLLATE pg_catalog."C",
    told_alerts integer NOT NULL,
    svc_tx_id text COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    verdict text NOT NULL COLLATE pg_catalog."C",
    combined_score integer NOT NULL,
    category text NOT NULL COLLATE pg_catalog."C",
    sub_category text NOT NULL COLLATE pg_catalog."C",
    parts text NOT NULL COLLATE pg_catalog."C",
    release_token_hash text COLLATE pg_catalog."C",
    max_fee text COLLATE pg_catalog."C",
    returned integer,
    CONSTRAINT holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'approved'::text, 'rejected'::text, 'released'::text, 'forwarded'::text])))
);


--
-- Name: idempotent_answers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotent_answers (
    scope text NOT NULL COLLATE pg_catalog."C",
    request_hash text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    sealed_answer text NOT NULL COLLATE pg_catalog."C",
    good_until bigint,
    evidence_revision integer,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: intel_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_entries (
    id bigint NOT NULL,
    generation bigint NOT NULL,
    key bytea NOT NULL,
    chain_ids text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    sub_category text COLLATE pg_catalog."C",
    severity integer,
    label text NOT NULL COLLATE pg_catalog."C",
    symbol text COLLATE pg_catalog."C",
    canonical integer NOT NULL,
    ends integer,
    symbol_skeleton text COLLATE pg_catalog."C",
    name_skeleton text COLLATE pg_catalog."C",
    decimals integer,
    CONSTRAINT intel_entries_canonical_check CHECK ((canonical = ANY (ARRAY[0, 1])))
);


--
-- Name: intel_generations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_generations (
    id bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    first_entry bigint NOT NULL,
    last_entry bigint NOT NULL,
    started_at bigint NOT NULL
);


--
-- Name: intel_sources; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_sources (
    name text NOT NULL COLLATE pg_catalog."C",
    format text NOT NULL COLLATE pg_catalog."C",
    generation bigint NOT NULL,
    rows_read bigint NOT NULL,
    rows_kept bigint NOT NULL,
    rows_rejected bigint NOT NULL,
    rejections text NOT NULL COLLATE pg_catalog."C",
    entries bigint NOT NULL,
    imported_at bigint NOT NULL,
    as_of bigint NOT NULL,
    max_age_ms bigint,
    chain_ids text COLLATE pg_catalog."C",
    url text COLLATE pg_catalog."C",
    etag text COLLATE pg_catalog."C",
    last_modified text COLLATE pg_catalog."C"
);


--
-- Name: kept_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kept_counts (
    name text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL
);


--
-- Name: kysely_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: kysely_migration_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: lanes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lanes (
    destination_id text NOT NULL COLLATE pg_catalog."C",
    claim_id text COLLATE pg_catalog."C",
    lease_until bigint NOT NULL,
    paused_until bigint NOT NULL,
    closed_until bigint NOT NULL,
    failures integer NOT NULL,
    failing_since bigint
);


--
-- Name: monitor_backfills; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.monitor_backfills (
    monitor_id text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    next_number bigint NOT NULL,
    last_number bigint,
    reason text COLLATE pg_catalog."C"
);


--
-- Name: monitor_balances; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.monitor_balances (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    block_number bigint NOT NULL,
    is_change integer NOT NULL,
    balance text COLLATE pg_catalog."C",
    nonce bigint
);


--
-- Name: monitored_addresses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.monitored_addresses (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    address_key text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    enabled integer NOT NULL,
    created_at bigint NOT NULL,
    kinds text COLLATE pg_catalog."C",
    from_block bigint,
    revision bigint DEFAULT 0 NOT NULL,
    CONSTRAINT monitored_addresses_enabled_check CHECK ((enabled = ANY (ARRAY[0, 1])))
);


--
-- Name: nonces; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.nonces (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    to_key text NOT NULL COLLATE pg_catalog."C",
    from_key text NOT NULL COLLATE pg_catalog."C",
    confirmed bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: paused_chains; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.paused_chains (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    paused_at bigint NOT NULL
);


--
-- Name: payments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payments (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    counterparty text NOT NULL COLLATE pg_catalog."C",
    asset text NOT NULL COLLATE pg_catalog."C",
    amount text NOT NULL COLLATE pg_catalog."C",
    paid_at bigint NOT NULL,
    standing integer NOT NULL,
    svc_tx_id text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: prices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.prices (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL COLLATE pg_catalog."C",
    decimals integer NOT NULL,
    usd text NOT NULL COLLATE pg_catalog."C",
    as_of bigint NOT NULL,
    generation integer NOT NULL
);


--
-- Name: revisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.revisions (
    name text NOT NULL COLLATE pg_catalog."C",
    value integer NOT NULL
);


--
-- Name: settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.settings (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint NOT NULL
);


--
-- Name: signers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signers (
    address text NOT NULL COLLATE pg_catalog."C",
    sealed_private_key text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    retired_at bigint
);


--
-- Name: transaction_reports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transaction_reports (
    id text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text NOT NULL COLLATE pg_catalog."C",
    transaction_id text COLLATE pg_catalog."C",
    block_number text COLLATE pg_catalog."C",
    block_time bigint,
    reported_at bigint NOT NULL
);


--
-- Name: transactions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transactions (
    id text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    from_key text NOT NULL COLLATE pg_catalog."C",
    to_key text COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    valid integer NOT NULL,
    combined_score integer NOT NULL,
    sub_category text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL COLLATE pg_catalog."C",
    result text NOT NULL COLLATE pg_catalog."C",
    payload_nonce bigint,
    payload_expires_at bigint,
    transaction_id text COLLATE pg_catalog."C",
    block_number text COLLATE pg_catalog."C",
    block_time bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    total_loss bigint,
    coverage text COLLATE pg_catalog."C",
    known_by_age_only integer,
    origin text COLLATE pg_catalog."C",
    block_hash text COLLATE pg_catalog."C",
    validated_as text COLLATE pg_catalog."C",
    signed_key text COLLATE pg_catalog."C",
    validated_by text COLLATE pg_catalog."C",
    standing integer,
    check_at bigint,
    check_until bigint,
    CONSTRAINT transactions_valid_check CHECK ((valid = ANY (ARRAY[0, 1])))
);


--
-- Data for Name: alert_destinations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alert_destinations VALUES ('01a20f10-9aa2-7465-8128-fb0ac1e21459', '01a20f10-9a83-74ba-9993-517568edfa50', 0);
INSERT INTO public.alert_destinations VALUES ('01a20f11-0486-717b-8e02-95c8b9ba2040', '01a20f11-0486-7177-aae1-f79af3ed0016', 0);
INSERT INTO public.alert_destinations VALUES ('01a20f11-0486-717b-8e02-95c8b9ba2040', '01a20f11-0486-7179-851c-26ecb687a440', 1);
INSERT INTO public.alert_destinations VALUES ('01a20f11-0486-717e-af7f-de212cef7042', '01a20f11-0486-7179-851c-26ecb687a440', 0);
INSERT INTO public.alert_destinations VALUES ('01a20f11-0486-7181-af0d-c2571170f683', '01a20f11-0486-7177-aae1-f79af3ed0016', 0);


--
-- Data for Name: alert_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alert_events VALUES ('01a20f10-a529-75e0-ad3d-b7e497c4165a', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f10-a4c1-708b-bfd6-982a5b02b3b7', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f10-a4c1-708b-bfd6-982a5b02b3b7","chainId":"1","from":"0xbe9B25e38218267b512b9Ff3BC9DD85Ce3252ca1","to":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","value":"2000000000000000000","transactionId":"0x1b33838d07d5f79a7a35b709bdd66d72804bbc9d2147abedebd60499ccbed3f2","blockNumber":"4"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":[],"simulation":{"status":"ok","method":"receipt","executed":true,"blockNumber":4,"blockHash":"0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252","summary":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C receives 2 ETH, by its events","assetChanges":[{"owner":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","standard":"native","amount":"2000000000000000000"}],"approvals":[]},"reasons":[],"totalLossUsd":0},"monitored":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c"}],"step":"included","kind":"received","kinds":["received"],"blockHash":"0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252","blockTime":"2026-11-24T19:37:57.000Z","confirmations":0,"validatedAs":null,"activities":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c","kind":"received","moves":[{"symbol":"ETH","decimals":18,"verified":true,"amount":"2000000000000000000","direction":"in","other":"0xbe9B25e38218267b512b9Ff3BC9DD85Ce3252ca1"}],"other":"0xbe9B25e38218267b512b9Ff3BC9DD85Ce3252ca1"}]}', 1795549078719, 1795549079883, '1:0x1b33838d07d5f79a7a35b709bdd66d72804bbc9d2147abedebd60499ccbed3f2', 'included', 'received', 0);
INSERT INTO public.alert_events VALUES ('01a20f10-aa9b-71ec-9bc9-d2d5b45920a4', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f10-aa7b-7278-89f9-226181a6c68c', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f10-aa7b-7278-89f9-226181a6c68c","chainId":"1","from":"0x3B31e82e6b493F5bB20075F4940CD296466cdFc6","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","selector":"0xa9059cbb","transactionId":"0x291af74801af48226e2cf629d9180f21385d2747c6a4da889004f9a8acf1e15b","blockNumber":"5"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":[],"simulation":{"status":"ok","method":"trace","executed":true,"blockNumber":5,"blockHash":"0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a","summary":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7 receives 5 USDC, by its events","assetChanges":[{"owner":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"5000000"}],"approvals":[]},"reasons":[],"totalLossUsd":0},"monitored":[{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"owner"}],"step":"included","kind":"received","kinds":["received"],"blockHash":"0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a","blockTime":"2026-11-24T19:37:59.000Z","confirmations":0,"validatedAs":null,"activities":[{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"owner","kind":"received","moves":[{"token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","symbol":"USDC","decimals":6,"verified":true,"amount":"5000000","direction":"in","other":"0x3B31e82e6b493F5bB20075F4940CD296466cdFc6"}],"other":"0x3B31e82e6b493F5bB20075F4940CD296466cdFc6"}]}', 1795549080186, 1795549081304, '1:0x291af74801af48226e2cf629d9180f21385d2747c6a4da889004f9a8acf1e15b', 'included', 'received', 0);
INSERT INTO public.alert_events VALUES ('01a20f10-afbd-70e7-8cac-a889fea44c4a', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f10-afbb-761d-8eca-41a29e83cd9e', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f10-afbb-761d-8eca-41a29e83cd9e","chainId":"1","from":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","selector":"0x095ea7b3","transactionId":"0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54","blockNumber":"6"},"result":{"valid":true,"status":"UNSAFE","verdict":"UNSAFE","enforcement":"PASSED","combinedScore":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0,"coverage":"none","actions":["approves 0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05 (unknown) to take unlimited USDC from the sender"],"simulation":{"status":"ok","method":"trace","executed":true,"blockNumber":6,"blockHash":"0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25","summary":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05 (unknown) may afterwards spend all your USDC, by its events","assetChanges":[],"approvals":[{"owner":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","spender":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"unlimited"}]},"reasons":[{"text":"gets an unlimited allowance and is an EOA","subject":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","role":"spender","points":80,"source":"chain"},{"text":"gets an unlimited allowance and is unknown","subject":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","role":"spender","points":50,"source":"call data"}],"totalLossUsd":null},"monitored":[{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"owner"}],"step":"included","kind":"allowance-granted","kinds":["allowance-granted","sent"],"blockHash":"0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25","blockTime":"2026-11-24T19:38:01.000Z","confirmations":0,"validatedAs":null,"activities":[{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"owner","kind":"allowance-granted","moves":[],"other":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","allowance":{"token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","symbol":"USDC","decimals":6,"verified":true,"amount":"79228162514264337593543950335"}},{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"owner","kind":"sent","moves":[],"usd":0,"other":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"}]}', 1795549081531, 1795549082567, '1:0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54', 'included', 'allowance-granted', 0);
INSERT INTO public.alert_events VALUES ('01a20f10-b4b7-76ff-857d-85014bf9e671', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f10-b49b-702f-bd32-4579d958b5c9', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f10-b49b-702f-bd32-4579d958b5c9","chainId":"1","from":"0x31D30873FF5282B86730935F23c6Fe7905D22f90","to":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","value":"1000000000000000000","transactionId":"0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0","blockNumber":"7"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":[],"simulation":{"status":"ok","method":"receipt","executed":true,"blockNumber":7,"blockHash":"0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d","summary":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C receives 1 ETH, by its events","assetChanges":[{"owner":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","standard":"native","amount":"1000000000000000000"}],"approvals":[]},"reasons":[],"totalLossUsd":0},"monitored":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c"}],"step":"included","kind":"received","kinds":["received"],"blockHash":"0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d","blockTime":"2026-11-24T19:38:02.000Z","confirmations":0,"validatedAs":null,"activities":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c","kind":"received","moves":[{"symbol":"ETH","decimals":18,"verified":true,"amount":"1000000000000000000","direction":"in","other":"0x31D30873FF5282B86730935F23c6Fe7905D22f90"}],"other":"0x31D30873FF5282B86730935F23c6Fe7905D22f90"}]}', 1795549082777, 1795549083880, '1:0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0', 'included', 'received', 0);
INSERT INTO public.alert_events VALUES ('01a20f10-f8ae-71dd-8ce6-980f8b611cde', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f10-b49b-702f-bd32-4579d958b5c9', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f10-b49b-702f-bd32-4579d958b5c9","chainId":"1","from":"0x31D30873FF5282B86730935F23c6Fe7905D22f90","to":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","value":"1000000000000000000","transactionId":"0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0","blockNumber":"7"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":[],"simulation":{"status":"ok","method":"receipt","executed":true,"blockNumber":7,"blockHash":"0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d","summary":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C receives 1 ETH, by its events","assetChanges":[{"owner":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","standard":"native","amount":"1000000000000000000"}],"approvals":[]},"reasons":[],"totalLossUsd":0},"monitored":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c"}],"step":"retracted","kind":"received","kinds":["received"],"blockHash":"0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d","blockTime":"2026-11-24T19:38:02.000Z","confirmations":0,"validatedAs":null,"activities":[{"address":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c","kind":"received","moves":[{"symbol":"ETH","decimals":18,"verified":true,"amount":"1000000000000000000","direction":"in","other":"0x31D30873FF5282B86730935F23c6Fe7905D22f90"}],"other":"0x31D30873FF5282B86730935F23c6Fe7905D22f90"}]}', 1795549100203, 1795549101241, '1:0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0', 'retracted', 'received', 1);
INSERT INTO public.alert_events VALUES ('01a20f11-0486-7186-bd90-985bbeb104a2', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f11-0486-7184-b3c5-bedbb32f8757', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f11-0486-7184-b3c5-bedbb32f8757","chainId":"1","from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","value":"250000000000000000","transactionId":"0x7e57000000000000000000000000000000000000000000000000000021000001","blockNumber":"21000001"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":["pays 0.25 ETH to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown)"],"simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.25 ETH to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-250000000000000000"}],"approvals":[]},"reasons":[],"totalLossUsd":null},"monitored":[{"address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury"}],"step":"included","kind":"sent","kinds":["sent"],"blockHash":null,"confirmations":null,"validatedAs":"01a20f11-0486-7184-b3c5-bedbb32f8757","validation":{"verdict":"NO DATA","combinedScore":0}}', 1795549103238, 1795549106773, '1:0x7e57000000000000000000000000000000000000000000000000000021000001', 'included', 'sent', 0);
INSERT INTO public.alert_events VALUES ('01a20f11-0486-718a-9e19-01d1f97dc55d', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f11-0486-7188-b5bf-67f361172ca0', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f11-0486-7188-b5bf-67f361172ca0","chainId":"1","from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","selector":"0xa9059cbb","transactionId":"0x7e57000000000000000000000000000000000000000000000000000021000002","blockNumber":"21000002"},"result":{"valid":true,"status":"SAFE","verdict":"NO DATA","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"none","actions":["pays 1,500 USDC to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown)"],"simulation":{"status":"reverted","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","reason":"it reverts with “transfer amount exceeds balance”","summary":"It fails at this block: it reverts with “transfer amount exceeds balance”; its effects are not known","assetChanges":[],"approvals":[]},"reasons":[],"totalLossUsd":null},"monitored":[{"address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury"}],"step":"included","kind":"sent","kinds":["sent"],"blockHash":null,"confirmations":null,"validatedAs":"01a20f11-0486-7188-b5bf-67f361172ca0","validation":{"verdict":"NO DATA","combinedScore":0}}', 1795549103238, 1795549106794, '1:0x7e57000000000000000000000000000000000000000000000000000021000002', 'included', 'sent', 0);
INSERT INTO public.alert_events VALUES ('01a20f11-0486-719f-9c6a-0765eb944ca7', '01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '01a20f11-0486-719d-b65c-3cb8f41a432c', '{"alert":{"id":"01a20f10-9aa2-7465-8128-fb0ac1e21459","name":"monitored","type":"MONITOR"},"transaction":{"svcTxId":"01a20f11-0486-719d-b65c-3cb8f41a432c","chainId":"1","from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","value":"500000000000000000","transactionId":"0x7e57000000000000000000000000000000000000000000000000000021000004","blockNumber":"21000004"},"result":{"valid":true,"status":"SAFE","verdict":"SAFE","enforcement":"PASSED","combinedScore":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0,"coverage":"partial","actions":["pays 0.5 ETH to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5"],"simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5; you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"reasons":[],"totalLossUsd":null},"monitored":[{"address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury"}],"step":"included","kind":"sent","kinds":["sent"],"blockHash":null,"confirmations":null,"validatedAs":"01a20f11-0486-719d-b65c-3cb8f41a432c","validation":{"verdict":"SAFE","combinedScore":0}}', 1795549103238, 1795549112639, '1:0x7e57000000000000000000000000000000000000000000000000000021000004', 'included', 'sent', 0);


--
-- Data for Name: alerts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alerts VALUES ('01a20f10-9aa2-7465-8128-fb0ac1e21459', 'monitored', 'MONITOR', '{}', 1, 8, 1795549076122, 1795549076122, 0, NULL);
INSERT INTO public.alerts VALUES ('01a20f11-0486-717b-8e02-95c8b9ba2040', 'Demo: blocked transactions', 'SONAR', '{"validationEnforcementConfiguration":{"alertOnBlocked":true}}', 0, 0, 1795549103238, 1795549103238, 0, NULL);
INSERT INTO public.alerts VALUES ('01a20f11-0486-717e-af7f-de212cef7042', 'Demo: fraud on Ethereum', 'SONAR', '{"fromScore":31,"categories":["fraud"],"chainIds":[1]}', 0, 0, 1795549103238, 1795549103238, 0, NULL);
INSERT INTO public.alerts VALUES ('01a20f11-0486-7181-af0d-c2571170f683', 'Demo: the treasury moves', 'MONITOR', '{}', 0, 0, 1795549103238, 1795549103238, 0, NULL);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES ('01a20f10-9072-769a-981b-101eed72c530', 'validation', '6c969ec8e5316885b9d8b3a46a588f8c36675cc9d8d31fce50aa133b19781b0e', 'txw_val_BzAb…', 1795549073523, NULL, NULL);
INSERT INTO public.api_keys VALUES ('01a20f10-90d0-73f5-bc22-88cbe2b1ab02', 'management', '90e6a4c66a6e163d20060e0aa9c6f30f80696f13c44b3acb551c5038e4d834cb', 'txw_mgmt_Gk4Q…', 1795549073616, 1795549075777, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit VALUES ('01a20f10-90cf-7657-b2ac-a9e67cc03777', 1795549073614, 'local', 'key.create', '01a20f10-9072-769a-981b-101eed72c530', NULL, '{"id":"01a20f10-9072-769a-981b-101eed72c530","kind":"validation","hint":"txw_val_BzAb…","createdAt":"2026-11-24T19:37:53.523Z","lastUsedAt":null,"revokedAt":null}');
INSERT INTO public.audit VALUES ('01a20f10-90f7-726a-bfe2-69bfcdc01411', 1795549073655, 'local', 'key.create', '01a20f10-90d0-73f5-bc22-88cbe2b1ab02', NULL, '{"id":"01a20f10-90d0-73f5-bc22-88cbe2b1ab02","kind":"management","hint":"txw_mgmt_Gk4Q…","createdAt":"2026-11-24T19:37:53.616Z","lastUsedAt":null,"revokedAt":null}');
INSERT INTO public.audit VALUES ('01a20f10-99a8-703a-84cc-c943a31c4924', 1795549075802, '01a20f10-90d0-73f5-bc22-88cbe2b1ab02', 'monitor.create', '01a20f10-99a2-72ed-bf66-637bc575d8d8', NULL, '{"id":"01a20f10-99a2-72ed-bf66-637bc575d8d8","address":"0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c","name":"monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c","chainId":"1","enabled":true}');
INSERT INTO public.audit VALUES ('01a20f10-9a96-75d1-9fee-c6f61616c680', 1795549076087, '01a20f10-90d0-73f5-bc22-88cbe2b1ab02', 'destination.create', '01a20f10-9a83-74ba-9993-517568edfa50', NULL, '{"id":"01a20f10-9a83-74ba-9993-517568edfa50","name":"receiver","channel":"WEBHOOK","webhookUrl":"http://127.0.0.1:42815/…","state":"ACTIVE","attributes":{"chatId":"","token":"••••CQk="},"errorMessage":"","createdAt":"2026-11-24T19:37:56.087Z"}');
INSERT INTO public.audit VALUES ('01a20f10-9aa4-75b3-9013-db7e5fc21f59', 1795549076122, '01a20f10-90d0-73f5-bc22-88cbe2b1ab02', 'alert.create', '01a20f10-9aa2-7465-8128-fb0ac1e21459', NULL, '{"alertId":"01a20f10-9aa2-7465-8128-fb0ac1e21459","alertName":"monitored","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a20f10-9a83-74ba-9993-517568edfa50"],"transactionFilter":{},"isActive":true}');
INSERT INTO public.audit VALUES ('01a20f10-9ab1-71c6-aa44-45fd5d83217b', 1795549076143, '01a20f10-90d0-73f5-bc22-88cbe2b1ab02', 'monitor.create', '01a20f10-9ab0-7234-990a-0ccb799882e1', NULL, '{"id":"01a20f10-9ab0-7234-990a-0ccb799882e1","address":"0x7229043d7e8dea2dd0a5b4a32397b373109848f7","name":"owner","chainId":"1","enabled":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-716c-be1d-279d1b62c527', 1795549103238, 'local', 'control-list.create', '01a20f11-0486-716b-9109-6c65e2c8f4f3', NULL, '{"id":"01a20f11-0486-716b-9109-6c65e2c8f4f3","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-24T19:38:23.238Z","lastUpdatedAt":"2026-11-24T19:38:23.238Z"}');
INSERT INTO public.audit VALUES ('01a20f11-0486-716e-9974-b32d541903b7', 1795549103238, 'local', 'control-list.create', '01a20f11-0486-716d-b01e-ee39a0f08e86', NULL, '{"id":"01a20f11-0486-716d-b01e-ee39a0f08e86","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"RASP","createdAt":"2026-11-24T19:38:23.238Z","lastUpdatedAt":"2026-11-24T19:38:23.238Z"}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7170-a062-419c0ef92736', 1795549103238, 'local', 'control-list.create', '01a20f11-0486-716f-b388-923934b603d9', NULL, '{"id":"01a20f11-0486-716f-b388-923934b603d9","address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","chainIds":["1","8453"],"type":"ALLOW","productType":"SONAR","createdAt":"2026-11-24T19:38:23.238Z","lastUpdatedAt":"2026-11-24T19:38:23.238Z"}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7172-97f2-1df3a860aab0', 1795549103238, 'local', 'monitor.create', '01a20f11-0486-7171-8603-28a587b9d746', NULL, '{"id":"01a20f11-0486-7171-8603-28a587b9d746","address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury","chainId":"1","enabled":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7174-97ab-7644b253c4a8', 1795549103238, 'local', 'monitor.create', '01a20f11-0486-7173-bad0-85063d395c4c', NULL, '{"id":"01a20f11-0486-7173-bad0-85063d395c4c","address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury","chainId":"8453","enabled":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7176-94ae-a2711a620a13', 1795549103238, 'local', 'monitor.create', '01a20f11-0486-7175-8322-02468b855747', NULL, '{"id":"01a20f11-0486-7175-8322-02468b855747","address":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","name":"Demo customer","chainId":"1","enabled":false}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7178-a033-ac654bc24f4a', 1795549103238, 'local', 'destination.create', '01a20f11-0486-7177-aae1-f79af3ed0016', NULL, '{"id":"01a20f11-0486-7177-aae1-f79af3ed0016","name":"Demo webhook","channel":"WEBHOOK","webhookUrl":"https://hooks.example.com/…","state":"INACTIVE","attributes":{"chatId":"","token":"••••ApM="},"errorMessage":"","createdAt":"2026-11-24T19:38:23.238Z"}');
INSERT INTO public.audit VALUES ('01a20f11-0486-717a-afa7-574a3b752f1b', 1795549103238, 'local', 'destination.create', '01a20f11-0486-7179-851c-26ecb687a440', NULL, '{"id":"01a20f11-0486-7179-851c-26ecb687a440","name":"Demo mail","channel":"EMAIL","webhookUrl":"mailto:alerts@example.com","state":"INACTIVE","attributes":{"chatId":"","token":""},"errorMessage":"","createdAt":"2026-11-24T19:38:23.238Z"}');
INSERT INTO public.audit VALUES ('01a20f11-0486-717c-9fe6-38aee7914199', 1795549103238, 'local', 'alert.create', '01a20f11-0486-717b-8e02-95c8b9ba2040', NULL, '{"alertId":"01a20f11-0486-717b-8e02-95c8b9ba2040","alertName":"Demo: blocked transactions","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016","01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-717d-a5a7-fce09258b1ca', 1795549103238, 'local', 'alert.status', '01a20f11-0486-717b-8e02-95c8b9ba2040', '{"alertId":"01a20f11-0486-717b-8e02-95c8b9ba2040","alertName":"Demo: blocked transactions","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016","01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":true}', '{"alertId":"01a20f11-0486-717b-8e02-95c8b9ba2040","alertName":"Demo: blocked transactions","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016","01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":false}');
INSERT INTO public.audit VALUES ('01a20f11-0486-717f-8c81-9f64b8413ba6', 1795549103238, 'local', 'alert.create', '01a20f11-0486-717e-af7f-de212cef7042', NULL, '{"alertId":"01a20f11-0486-717e-af7f-de212cef7042","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7180-be53-37b0f7c6dc5f', 1795549103238, 'local', 'alert.status', '01a20f11-0486-717e-af7f-de212cef7042', '{"alertId":"01a20f11-0486-717e-af7f-de212cef7042","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":true}', '{"alertId":"01a20f11-0486-717e-af7f-de212cef7042","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7179-851c-26ecb687a440"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":false}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7182-8364-b294c2bc3cc7', 1795549103238, 'local', 'alert.create', '01a20f11-0486-7181-af0d-c2571170f683', NULL, '{"alertId":"01a20f11-0486-7181-af0d-c2571170f683","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016"],"transactionFilter":{},"isActive":true}');
INSERT INTO public.audit VALUES ('01a20f11-0486-7183-9991-9d0445bff1d6', 1795549103238, 'local', 'alert.status', '01a20f11-0486-7181-af0d-c2571170f683', '{"alertId":"01a20f11-0486-7181-af0d-c2571170f683","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016"],"transactionFilter":{},"isActive":true}', '{"alertId":"01a20f11-0486-7181-af0d-c2571170f683","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a20f11-0486-7177-aae1-f79af3ed0016"],"transactionFilter":{},"isActive":false}');
INSERT INTO public.audit VALUES ('01a20f11-15ee-7473-9efd-da9a2f0e6734', 1795549107694, 'local', 'control-list.create', '01a20f11-15ee-7472-a7da-dd6f603a82cb', NULL, '{"id":"01a20f11-15ee-7472-a7da-dd6f603a82cb","address":"0xbad0000000000000000000000000000000000bad","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-24T19:38:27.694Z","lastUpdatedAt":"2026-11-24T19:38:27.694Z"}');
INSERT INTO public.audit VALUES ('01a20f11-1649-7682-80d4-ead9966e57b1', 1795549107785, 'local', 'hold.request', '01a20f11-1649-7681-aae1-f79af3ed0016', NULL, '{"digest":"0x98c6b8780a54d621d8e5d6f22fefce3cb0fb4455c2b55624f81604cdcf498679","svcTxIds":["01a20f11-1649-7680-94ae-a2711a620a13"],"verdict":"BLOCKED","combinedScore":100,"maxFee":"210000","requestedBy":"local","selfApprove":true}');
INSERT INTO public.audit VALUES ('01a20f11-177f-729e-aea3-207453dd49ee', 1795549108095, 'local', 'hold.reject', '01a20f11-1649-7681-aae1-f79af3ed0016', '{"state":"held","verdict":"BLOCKED","requestedBy":"local"}', '{"state":"rejected","verdict":"BLOCKED","requestedBy":"local","decidedBy":"local","reason":"not ours"}');
INSERT INTO public.audit VALUES ('01a20f11-177f-74e4-8c81-9f64b8413ba6', 1795549108095, 'local', 'hold.request', '01a20f11-177f-74e3-af7f-de212cef7042', NULL, '{"digest":"0x3006c8b8616c385f6019d4a2a8bded62111c5222e01c2a510014c4c60fcd6c90","svcTxIds":["01a20f11-177f-74e2-9fe6-38aee7914199"],"verdict":"BLOCKED","combinedScore":100,"maxFee":"210000","requestedBy":"local","selfApprove":true}');
INSERT INTO public.audit VALUES ('01a20f11-4b09-7434-909f-121a47289ceb', 1795549121289, 'local', 'database.migrate', 'database', NULL, '{"from":"/dev/shm/txwarden-tests-Nlg9J0/txwarden-follow-lPa1WN/local.db"}');


--
-- Data for Name: chain_accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chain_accounts VALUES ('1', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0x3f5ffa477e87bf0a9570eaff82db0007c9e7c1525720d456d83509d5e66aea60     ', 1795549072, 1795549103238);


--
-- Data for Name: chain_blocks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chain_blocks VALUES ('1', 0, '0x8840f9cd4de2e33b62ae7776707123d872c7c17de6b00ed6839c1b46bc20723a', '0x0000000000000000000000000000000000000000000000000000000000000000', 1795549072);
INSERT INTO public.chain_blocks VALUES ('1', 1, '0x10c37e04f7ea3b9c59ed0fdf9930ad1f7aa83a00423534f5ce30d9e0364cadbd', '0x8840f9cd4de2e33b62ae7776707123d872c7c17de6b00ed6839c1b46bc20723a', 1795549073);
INSERT INTO public.chain_blocks VALUES ('1', 2, '0xa5a2f9d0e059754563888558565715c2573166089990715f56b5f4f5c2fb8327', '0x10c37e04f7ea3b9c59ed0fdf9930ad1f7aa83a00423534f5ce30d9e0364cadbd', 1795549073);
INSERT INTO public.chain_blocks VALUES ('1', 3, '0x30fbda376bc323eba09e3f80b14a5645305201e2f77539406e28f589d4ab6e76', '0xa5a2f9d0e059754563888558565715c2573166089990715f56b5f4f5c2fb8327', 1795549073);
INSERT INTO public.chain_blocks VALUES ('1', 4, '0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252', '0x30fbda376bc323eba09e3f80b14a5645305201e2f77539406e28f589d4ab6e76', 1795549077);
INSERT INTO public.chain_blocks VALUES ('1', 5, '0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a', '0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252', 1795549079);
INSERT INTO public.chain_blocks VALUES ('1', 6, '0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25', '0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a', 1795549081);
INSERT INTO public.chain_blocks VALUES ('1', 7, '0x2e18de9a08638f5ce372d06fa2c0f5d8cfae1e5982f68aa14706cae45a6ae191', '0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25', 1795549081);
INSERT INTO public.chain_blocks VALUES ('1', 8, '0xefcd67d361799e61d5fe7622e314e5c91c2c2b7196abc9bee9329908f4430a86', '0x2e18de9a08638f5ce372d06fa2c0f5d8cfae1e5982f68aa14706cae45a6ae191', 1795549081);
INSERT INTO public.chain_blocks VALUES ('1', 9, '0x0bc54cbdbae6adc59b554259c8d83bc262dbcb99c60a96b682164f5f75d9ae67', '0xefcd67d361799e61d5fe7622e314e5c91c2c2b7196abc9bee9329908f4430a86', 1795549082);
INSERT INTO public.chain_blocks VALUES ('1', 10, '0x2600e07d3e73cea576fb98b245a8de28f860f6517c00a8d11b70a5bf1404a7d2', '0x0bc54cbdbae6adc59b554259c8d83bc262dbcb99c60a96b682164f5f75d9ae67', 1795549083);
INSERT INTO public.chain_blocks VALUES ('1', 11, '0xc4c0c94f2713f2a039d32c958bd91b1004e861126df3b06253b14502823faf5a', '0x2600e07d3e73cea576fb98b245a8de28f860f6517c00a8d11b70a5bf1404a7d2', 1795549083);
INSERT INTO public.chain_blocks VALUES ('1', 12, '0x879bbd1b29c4322fd56d2af928f9ec06e93bb16da4e7417749559bdf50f7a3f7', '0xc4c0c94f2713f2a039d32c958bd91b1004e861126df3b06253b14502823faf5a', 1795549084);
INSERT INTO public.chain_blocks VALUES ('1', 13, '0xed2079aa0c29d486a77bd5ebc09d5bbb67125043e86949402988d8f105aa40d4', '0x879bbd1b29c4322fd56d2af928f9ec06e93bb16da4e7417749559bdf50f7a3f7', 1795549084);
INSERT INTO public.chain_blocks VALUES ('1', 14, '0x4809c3db8e787113075bf58a87b82bc97346d835664c9bb594e72584669742b2', '0xed2079aa0c29d486a77bd5ebc09d5bbb67125043e86949402988d8f105aa40d4', 1795549085);
INSERT INTO public.chain_blocks VALUES ('1', 15, '0xbeab1a98aad15020ef398b1455e5c1667c6542837ceaae26edd5604b628d8547', '0x4809c3db8e787113075bf58a87b82bc97346d835664c9bb594e72584669742b2', 1795549086);
INSERT INTO public.chain_blocks VALUES ('1', 16, '0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7', '0xbeab1a98aad15020ef398b1455e5c1667c6542837ceaae26edd5604b628d8547', 1795549099);


--
-- Data for Name: chain_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chain_events VALUES ('01a20f10-a521-73f2-999c-028a4448db43', '1', '0x1b33838d07d5f79a7a35b709bdd66d72804bbc9d2147abedebd60499ccbed3f2', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 'received', '01a20f10-a4c1-708b-bfd6-982a5b02b3b7', 4, '0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252', 1795549077, 'IN', 0, NULL, NULL, '{"moves":[{"token":"","amount":"2000000000000000000","direction":"in","other":"0xbe9b25e38218267b512b9ff3bc9dd85ce3252ca1"}],"other":"0xbe9b25e38218267b512b9ff3bc9dd85ce3252ca1"}', 1795549078719, 1795549078719);
INSERT INTO public.chain_events VALUES ('01a20f10-aa7c-7512-8d35-92084b6ebeff', '1', '0x291af74801af48226e2cf629d9180f21385d2747c6a4da889004f9a8acf1e15b', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', 'received', '01a20f10-aa7b-7278-89f9-226181a6c68c', 5, '0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a', 1795549079, 'IN', 0, NULL, NULL, '{"moves":[{"token":"0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","amount":"5000000","direction":"in","other":"0x3b31e82e6b493f5bb20075f4940cd296466cdfc6"}],"other":"0x3b31e82e6b493f5bb20075f4940cd296466cdfc6"}', 1795549080187, 1795549080187);
INSERT INTO public.chain_events VALUES ('01a20f10-afbc-7550-ae7e-bf7d03164bee', '1', '0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', 'allowance-granted', '01a20f10-afbb-761d-8eca-41a29e83cd9e', 6, '0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25', 1795549081, 'IN', 0, NULL, NULL, '{"other":"0x28f2b1922f6c70bc8ac53c6df6d4c640fbe1cd05","token":"0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","amount":"79228162514264337593543950335"}', 1795549081531, 1795549081531);
INSERT INTO public.chain_events VALUES ('01a20f10-afbc-7551-b501-aba3e578e3e7', '1', '0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', 'sent', '01a20f10-afbb-761d-8eca-41a29e83cd9e', 6, '0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25', 1795549081, 'IN', 0, NULL, NULL, '{"other":"0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"}', 1795549081531, 1795549081531);
INSERT INTO public.chain_events VALUES ('01a20f10-b49d-724b-8a0b-c76f21a6a0db', '1', '0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 'received', '01a20f10-b49b-702f-bd32-4579d958b5c9', 7, '0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d', 1795549082, 'OUT', 1, 7, 1795549084260, '{"moves":[{"token":"","amount":"1000000000000000000","direction":"in","other":"0x31d30873ff5282b86730935f23c6fe7905d22f90"}],"other":"0x31d30873ff5282b86730935f23c6fe7905d22f90"}', 1795549082778, 1795549100203);


--
-- Data for Name: chain_heads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chain_heads VALUES ('1', 'full', 'AT_HEAD', NULL, NULL, 4, 16, '0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7', 1795549099, 16, 1795549099, 0, '127.0.0.1:43823', NULL, NULL, 0, '2026-11-24', 147, NULL, 1795549111651, '127.0.0.1:43823 env:ethereum:1');


--
-- Data for Name: chain_nodes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: chain_probes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chain_probes VALUES ('bf4faad4a809c8c236b13590fa22b9797e886173ada1c495f29db9d7ea7cab27', '{"can":{"overrides":true,"trace":true,"simulate":true,"receipts":true,"archive":true,"batch":true},"past":{"block":{"number":"0","hash":"0x8840f9cd4de2e33b62ae7776707123d872c7c17de6b00ed6839c1b46bc20723a","timestamp":1795549072,"until":1795549072},"nextTimestamp":1795549072,"hasState":true}}', 1795549078613);


--
-- Data for Name: control_list_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.control_list_entries VALUES ('01a20f11-0486-716b-9109-6c65e2c8f4f3', '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '[]', 'BLOCK', 'SONAR', 1795549103238, 1795549103238);
INSERT INTO public.control_list_entries VALUES ('01a20f11-0486-716d-b01e-ee39a0f08e86', '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '[]', 'BLOCK', 'RASP', 1795549103238, 1795549103238);
INSERT INTO public.control_list_entries VALUES ('01a20f11-0486-716f-b388-923934b603d9', '0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d', '0x7e57d67a1d86ca31ffb741f8578d5b66b6ae0d2d', '["1","8453"]', 'ALLOW', 'SONAR', 1795549103238, 1795549103238);
INSERT INTO public.control_list_entries VALUES ('01a20f11-15ee-7472-a7da-dd6f603a82cb', '0xbad0000000000000000000000000000000000bad', '0xbad0000000000000000000000000000000000bad', '[]', 'BLOCK', 'SONAR', 1795549107694, 1795549107694);


--
-- Data for Name: counterparties; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.counterparties VALUES ('1', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', '0x3b31e82e6b493f5bb20075f4940cd296466cdfc6', 3882950, 1795549079000, 1795549079000, 1, 0, 0, 2);
INSERT INTO public.counterparties VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', 8281277, 1795549103238, 1795549103238, 2, 1, 0, 1);
INSERT INTO public.counterparties VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 8280997, 1795549103238, 1795549103238, 1, 1, 0, 1);
INSERT INTO public.counterparties VALUES ('1', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '0x7e5774b074ee15e78413ba856a5c11a489bc08f2', 8280306, 1795549103238, 1795549103238, 1, 1, 0, 1);
INSERT INTO public.counterparties VALUES ('1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 8280997, 1795549108317, 1795549108317, 1, 1, 0, 1);
INSERT INTO public.counterparties VALUES ('1', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '0x31d30873ff5282b86730935f23c6fe7905d22f90', 3268496, 1795549082000, 1795549082000, 1, 0, 0, 2);
INSERT INTO public.counterparties VALUES ('1', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '0xbe9b25e38218267b512b9ff3bc9dd85ce3252ca1', 12491937, 1795549077000, 1795549077000, 1, 0, 0, 2);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.deliveries VALUES ('01a20f10-a52a-75c3-a495-539e7ccbbf25', '01a20f10-a529-75e0-ad3d-b7e497c4165a', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549078719, 1795549079883, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f10-aa9b-71ed-aa69-a0ac68f8f4b8', '01a20f10-aa9b-71ec-9bc9-d2d5b45920a4', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549080186, 1795549081304, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f10-afbe-73c6-96ad-65945987b044', '01a20f10-afbd-70e7-8cac-a889fea44c4a', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549081531, 1795549082567, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f10-b4b7-7700-99c0-4f7be2a0eb92', '01a20f10-b4b7-76ff-857d-85014bf9e671', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549082777, 1795549083880, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f10-f8ae-71de-ac65-8aeda82d92f9', '01a20f10-f8ae-71dd-8ce6-980f8b611cde', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549100203, 1795549101241, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f11-0486-7187-ba1a-9c46102dd803', '01a20f11-0486-7186-bd90-985bbeb104a2', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549103238, 1795549106773, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f11-0486-718b-9cdd-33c2c0dc2ac0', '01a20f11-0486-718a-9e19-01d1f97dc55d', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 0, 1, '', 1795549103238, 1795549106794, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);
INSERT INTO public.deliveries VALUES ('01a20f11-0486-71a0-a1ed-b1b234652f87', '01a20f11-0486-719f-9c6a-0765eb944ca7', '01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'SENT', 1795549112420, 2, '', 1795549103238, 1795549112639, '01a20f10-9aa2-7465-8128-fb0ac1e21459', 0);


--
-- Data for Name: delivery_attempts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.delivery_attempts VALUES ('01a20f10-a52a-75c3-a495-539e7ccbbf25', 1, 1795549079838, 29, 'SENT', '', 'serve/01a20f10-a918-70f9-9b61-f587e1b7a301');
INSERT INTO public.delivery_attempts VALUES ('01a20f10-aa9b-71ed-aa69-a0ac68f8f4b8', 1, 1795549081300, 3, 'SENT', '', 'serve/01a20f10-aed1-710d-afb9-317efbc00d2e');
INSERT INTO public.delivery_attempts VALUES ('01a20f10-afbe-73c6-96ad-65945987b044', 1, 1795549082563, 3, 'SENT', '', 'serve/01a20f10-b3c0-74eb-85ac-101486c81cd2');
INSERT INTO public.delivery_attempts VALUES ('01a20f10-b4b7-7700-99c0-4f7be2a0eb92', 1, 1795549083855, 23, 'SENT', '', 'serve/01a20f10-b8c7-758d-bae2-2588afcb191a');
INSERT INTO public.delivery_attempts VALUES ('01a20f10-f8ae-71de-ac65-8aeda82d92f9', 1, 1795549101216, 22, 'SENT', '', 'serve/01a20f10-fc9b-7007-8d2a-6108875e1c7d');
INSERT INTO public.delivery_attempts VALUES ('01a20f11-0486-7187-ba1a-9c46102dd803', 1, 1795549106760, 10, 'SENT', '', 'serve/01a20f11-1246-74b7-a862-ffcfe68759e7');
INSERT INTO public.delivery_attempts VALUES ('01a20f11-0486-718b-9cdd-33c2c0dc2ac0', 1, 1795549106779, 13, 'SENT', '', 'serve/01a20f11-1246-74b7-a862-ffcfe68759e7');
INSERT INTO public.delivery_attempts VALUES ('01a20f11-0486-71a0-a1ed-b1b234652f87', 1, 1795549107785, 0, 'FAILED', '127.0.0.1 is a loopback address; to allow it, set TXWARDEN_ALLOW_DESTINATION=127.0.0.1:42815 or run `txwarden config set allow-destination 127.0.0.1:42815` where the service runs', '01a20f11-1649-77a4-b388-923934b603d9');
INSERT INTO public.delivery_attempts VALUES ('01a20f11-0486-71a0-a1ed-b1b234652f87', 2, 1795549112625, 9, 'SENT', '', 'serve/01a20f11-292c-7414-92d5-4f052b83d26e');


--
-- Data for Name: destinations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.destinations VALUES ('01a20f10-9a83-74ba-9993-517568edfa50', 'receiver', 'WEBHOOK', 'v2.94c12fcc.6qfY6iFjnbYZJp2L.AR68cL_XCabdUqkyH0nSsCiurJoR2E0ZwzhuceIRpfrXTzZ3SAU', NULL, 'v2.94c12fcc.7mQz9W6Yz-8cLXTg.WlG6CPLH6pfI5cN1sMXzfDvtId9dduj1Bu6pcbY4gI3C4pO0wW6A77iLu6NLSS0WWVaAekQE17fq03SyCT8TCceS', 'ACTIVE', '', 1795549076087);
INSERT INTO public.destinations VALUES ('01a20f11-0486-7177-aae1-f79af3ed0016', 'Demo webhook', 'WEBHOOK', 'v2.94c12fcc.O7WA1OrZlm5XsXF0.MheGCDBtDO9N8vjv7mFs1D6kEU3Oo6W6zmQ0a7k1UWxVdLkoX8tm3UMcQwAzHFbph1s', NULL, 'v2.94c12fcc.Ip4uoyB0U91J7hE9.-r_g4VTRq_ClFxcKtbKohJdd7EFthf8U0ZEx3oT-D6u2pHqTHizBOyl3OKZNH-FJryUqNXyH1NNtHzyyIOPxGyQ7', 'INACTIVE', '', 1795549103238);
INSERT INTO public.destinations VALUES ('01a20f11-0486-7179-851c-26ecb687a440', 'Demo mail', 'EMAIL', 'v2.94c12fcc.3sp7Ib88iM9Uns-w.DQNBXLw8WcUQCt6odtofXXuH3TeLUutLg_WWNIEK8XYQ8G90g3LwtX0', NULL, NULL, 'INACTIVE', '', 1795549103238);


--
-- Data for Name: digests; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: fan_outs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: granted_allowances; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: graph_edges; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.graph_edges VALUES ('1', '\x31d30873ff5282b86730935f23c6fe7905d22f90', '\x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 1);
INSERT INTO public.graph_edges VALUES ('1', '\x3b31e82e6b493f5bb20075f4940cd296466cdfc6', '\x7229043d7e8dea2dd0a5b4a32397b373109848f7', 1);
INSERT INTO public.graph_edges VALUES ('1', '\x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '\x7e57a460401723a4f7af7ee6299028a7341bccbd', 2);
INSERT INTO public.graph_edges VALUES ('1', '\x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '\x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 1);
INSERT INTO public.graph_edges VALUES ('1', '\x7e5774b074ee15e78413ba856a5c11a489bc08f2', '\x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', 1);
INSERT INTO public.graph_edges VALUES ('1', '\x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '\x7e57e185f01f2900f3b969962d790bd76275007a', 1);
INSERT INTO public.graph_edges VALUES ('1', '\x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '\xbe9b25e38218267b512b9ff3bc9dd85ce3252ca1', 1);


--
-- Data for Name: holds; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.holds VALUES ('01a20f11-1649-7681-aae1-f79af3ed0016', '8776a5d0b228230533f8515a06aff7f6fdaee23b984114f7a688e2075de3305b', 'rejected', 1795549108095, 1795635508095, NULL, 'local', 1, 1795549107785, 1795549108095, 'local', 1795549108095, 'not ours', NULL, NULL, 0, '01a20f11-1649-7680-94ae-a2711a620a13', '0x98c6b8780a54d621d8e5d6f22fefce3cb0fb4455c2b55624f81604cdcf498679', 'signed-transaction', 'eth_sendRawTransaction', '1', 'BLOCKED', 100, 'compliance', 'blockedAddress', '[{"svcTxId":"01a20f11-1649-7680-94ae-a2711a620a13","from":"0x57aCb9634ea229beb7eC2D3d5Ba19a241d7e0f37","to":"0xBAd0000000000000000000000000000000000Bad","value":"1","verdict":"BLOCKED","combinedScore":100,"category":"compliance","subCategory":"blockedAddress","actions":["pays 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked)"],"rules":["blocked-address"]}]', NULL, '210000', 0);
INSERT INTO public.holds VALUES ('01a20f11-177f-74e3-af7f-de212cef7042', 'cae0f54381f47f25ad3d53bec43ae98e0677895dc2a1c0b21e07f89cd5fc9883', 'held', 1795549107785, 1795552707785, NULL, 'local', 1, 1795549108095, 1795549108095, NULL, NULL, NULL, NULL, NULL, 0, '01a20f11-177f-74e2-9fe6-38aee7914199', '0x3006c8b8616c385f6019d4a2a8bded62111c5222e01c2a510014c4c60fcd6c90', 'signed-transaction', 'eth_sendRawTransaction', '1', 'BLOCKED', 100, 'compliance', 'blockedAddress', '[{"svcTxId":"01a20f11-177f-74e2-9fe6-38aee7914199","from":"0x57aCb9634ea229beb7eC2D3d5Ba19a241d7e0f37","to":"0xBAd0000000000000000000000000000000000Bad","value":"1","verdict":"BLOCKED","combinedScore":100,"category":"compliance","subCategory":"blockedAddress","actions":["pays 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked)"],"rules":["blocked-address"]}]', NULL, '210000', 0);


--
-- Data for Name: idempotent_answers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotent_answers VALUES ('314956957ffb25e50d206fdfc4ea8b253b3ccef0ce820d60407b9799778bf377', '562cdbd35b98161739e3017730c73926a6012d118083bbd0bdd0031bbf499b4b', 200, 'v2.94c12fcc.LnVlp_zgklixyt4a.WGxrNTPvcqkmmZQkAipxO__UhOLxVXGJf0uKANV3Y76CSoXy2p3xahx-k_JrPCaEul3wT89DSg9n0VhaCOfdmOwCbVbFI0dYud_PpQ7oGKXj0pnVyp8s3FxI_Q_XpEH3yz_cI8lzDlmzNnif6-wJNmdDCEwEA8y_QdwvvRoo_MvWC0R5bEoyjD4hTz-u5A7QiY6e3R-8Eln1tis7u1BeteiCXlJSL_Pa7kv5o1n1l0Su_8qWNzvxWJzGDhMoKHb5ygcb7p4_N1Dka11L5TUNcPTHVBfCERSNG7L1Gbi4pZN-uc3Vo5mvZL0jNY1ztZ58B1_mToP7cLXeRUxCkQdJGclOC1hIjE49Pl77xRbAU9bOyiS-Hks5oo4Z7DJ3j8ft-RNIPgbBRDZQa8gRaZU3U9Ch0RReBc1G70N22KdKJj2R9U_nknZ_yPlYgNYPk6nLZrARWyJQwbkInb1_MRKRQhqsWUak_R3anjCdQY6BvT_NsR1Z0pBf93yyRCmgoV47IREto6h1TxSNamRBQ4fEKRYOaPChDCVUf0G05a-xo0EeuNGSjumQngXlffhzz7nJG4X2UANq57Gwh6juV6er1fmF0ViwDBRW5qpVkQz1WII_7vapil5S1_54b_3s625XGwEhUp_z2Jxu-OpqcliSj-sNKMv2jQ2kwfU-w13TtNmcCvm5Bbb8s_dy4nfZ3rNqe-P0b2oMlsWCkE06RAE6htIciHwLq225Tvi1ucIiCqnLEqBiyg-DowPclezWuLHVDOVzyAC4u_qHzOYDjS9UKLc9U-O_MLcykD2n4uuZQp1tcA4xfJvyyWdnBBm-R_MQ3n2Bwv9RoTuCHtsCAItx_8BJqMnxyOwTGWXt01hCSkGC4syGFDoh_TZjyECkbcmaJ_TqDetTv-tCF_rXenu5NQsZig0eoK0So299WNEd8d9gmSIiNRY0LS5rgB2CeqCzcSPY-awl1ei5eMMTilghxU0t7Xs-wqVaBlr8p0WYRzcCdCPDdjev4gS5W7kdynVQEBAMu62k8gUeErMQ5IFMyaD87GOU8MyqHa_uvjx7z9rR7dBR4yagTwM6WQsmBc9AkWMky-meZate7HTIA7pjxX9-d33uNWDg59p7KyAo-dchCHO-e03JD-dMABhHyj5p7kwjxjwKaDYYvc7E4WwaRbAvKz7HEKiDaNBPXK98_H2ENXz8RyGdYnR-kugEHxQAx5cqz5IuqQpY5fpjlw9LOnYnQQTlfYbuDgtNqZtzOQia7W6o7v3XTtC_-ZH4vsNuZSwOckKJzROr69RgLj23wG59a15EM7YdhfOLh0V_808s6vwmOhxpIkONrN4GoYzczP9vBK6yyPST2vlRh2A0pKeF-ce9Fg_Dibd1-GDGyaRazFNYqVThc4pEFZFP3kl6cEnarEzlXLE1F09oZ6z4tEML-jVbvqQAXA0FwnECWIRkIhmNZ8Ie5PYCI8aXXwi8ZouezJm1EwmNrp9M0i7GCboT8A9sodo8AxEmI0_kdYOkr-I925zAXaT-V2Q-Lqq2s5WeTTT3L_U9LqKo8o9aKeLlNzDXq91VRZUwslRpKIv1VjaqRHHOTEBJYF2-SGtq2zIcGwvwe-QqL6vavDnkBkg861ul-N9g0mh4vcBQ-rhirzppSU8lXnUm0_da2ef1QsPmBKfLspTHdGL809XcEeRWgpiiyicJrxUVfzA0zf7trdC2GjTfKNLkHZa-fuTJ1ddyfJZrXIZl4E1aeZuw-XXZWQ2RbOZuXHEiGQI8AGaeZnF8ZJd6N-le-Ajq_8ugdJmaSuiGdNINyg3a0oxrD3vI5zTvvDyDIYjvZWu-3OCbFDjuKWX2_Jhfk7gOpwRL41ik5uC6Znto_-Xzp_44kPy-i4qaHEIiicbxpN994vL_EWnVRZp4f93Hk5nfvLV1ooqugs0QKGHdF9RkrgdZLrdDyAuUvimztC6JP6mXN5QsaUy9zNBeXLxA0K2sFwiHz8aY1e3dijgEicS2w5GlPXpnyYD2bGv7ir9zRmkEYXkXIWPwrwYKTU_1wyeeGXiZjRihjU0KqLH5KvNYHCjmUtzOHYSxiv4wsYJWancA_8liJKiRcu6u-RkxEKn3GBjM31BlTIqXidUQ4uKV8bObTBL4AU4NvLroFjqAsSXj-mQrvRqmv0nUtTschjJrxk6PalBnASjz2hL93amo1ISCwfA2skRek6LLHUrHla8YIQPtKzRfhHaEzLqd9cGCexrUucKKQOXLX3JpsZ-lb0s3IWlY9LHvZn8zpnAEpWkHKXrsd1xz1vQMo7cKW5s4a8YID2nFMygwkczJctPbbEtbUPeHJ82F6PS6fHya7QrT92MiK2oxYOSec9rwNQQPrpE1wF8XVy6C9JAaSCKh2HiPenpiunPZXWexSmQdMlNohCzaoc_RfxxqwyadSOlbw2xAyqogwyfn_6ULAcvB6uUzW9em397afqfk79tLzdKV7dwmXG_3ouTdwaTO7nyCWOTNwwH19LuiEljV3Nthh10yN64GIawcei26cWqYhQQEOWbkJjMcBuWeiMWF4lACOK_0PyWuhj2k6n3xV9KbNFk9jgw0ZOMTICAHfl89zROFlRqeuW5_RstC2ZY_mhQhVnVirPs53noqdNVquSqT5yQpHLirpMjGI791y8HFtx57zpzkrwHi89--qtkMCxTAsoAW6oEFwG8qd2PgC6yqXa1gZtJsIkpvE-eyLMjkKyTtCGzMgfHwkIvQYVid4aUcQ7wc8eV0gJBduy8AY6Y_WuvOLgj8yRrp8Rn_kJXDQJf9Ic8q2aGuiJ3LGt32nAHS6Lw3BlsW7AB3N52yCs9hj036qMrCDMoq71eWwUZanMMvlovU3mfZfsE4pZ3Aj-WWOx7P8eUd5M_Vt3U0wlTxs-vrmmJf2ZU3jYPqcybRWpDoobdV8Nhg7H0TgtIPlwduao_EnRbmp3_zsVvUTAhmBlbnj_zgO9XBJrI340YACosjTmvW0yPnDFM2CFSagS0OXp2ERQT8ysq3w9DTEWzL9x0aj1xhlKVWXG194kMYIDhKeuHGhVigtidTI-mJ0kgtfbvjncXV4Ncp9QAEvSIUaITI97Ggm9Ss3aqeSFV8qYmzO1GMNUG04x8hd82cT3Xvd5hbmKGou3KvIwNXmYmmfOlJtFMw2eJjIoNislufYVr4dJS1J2blqI3wL7pslnMFIni7OoyojwJxGX0ZHr0FIR9z4JbstkTAcs01GDuY_6vuU44RA9NTH9oQiJIYuKCXcfXEVEWRpW806ify0vj4HUJpWk-GW9TDN3Ns-FmCQ-F4xCyzcN0PbA85ZKodkPPeK09WHArhxGWivhN56gJkTSEITd_HRHmMrhAY0sNXY7RCiO5E3evbmIOlbk7vOhhL4Cg6hzswujqNagaS34AzPYz_nCTxYyZ5LN7DzEEpcD7ZaY73ocxcEXqPQ5h_mNIGg-Czr8D61iPjiApfBQ_cZHny2VUXV6B9yYJWHIfOuINUbZf6SWRVQYCUzRbNdcPzH3dKECY40tQQ6JF-gRI', 1795549108095, 4, 1795549107785, 1795635507785);
INSERT INTO public.idempotent_answers VALUES ('cf1bfd982f3632e8f4cfd1c0b4c31a4ecb5a83ae595802b36779ed65e2ad2c88', 'dfbe4b731ccc50993ca0c91ea6a642c65bcf6632633d17c9c067e73d9225b88a', 200, 'v2.94c12fcc.UOMtJ3dTyHWCSNOp.iFNuog6NIzrMrIcqYQx-RvpHW1A8IemxxUcu7FvAYDxlbaYiG3ldnFbY9LvwG-7Sa5sEdGLEI86bPX_MYEwy72_IAYLil19ysY5HVbkfnEQAWtJEuSSl7Dl9m1_rd8OAm5fgdilJfXsIzpC5Y7lFrKi1jlTny1br4HNHj9F73e0FpGfr_CL5JIXzppkM1yukL5bymFJ-EJGOPgsOm5x-TSpj86OMQRnfamra9ayRH1Fr_fCwu8H6U4IYdOCWlCwYVhNjD5fSpfZzjZRbZix0WiMKlhw1MLitr93Kv8_J_POjRbVc3NmPjtwc1xmhqOiAEM-_6787R6L5QMJAGbIq7E9LpBC9yHy1zG_GpJ-Vcb4aEAwd5DEA0kjaTGodyPYZwf8x_OQO7U2eQGwLEUQ02qAk_bWU_S_LX4o5vJhcNMhpMiwrbGlucgYaqFGNu5QStk3YC0ZKKHp0ZrEQipvcn0lfTOXVEic6SUReN5OuXL-LoALZrfNEBEtccrnHLUOi0hW2pLZBoWEeJ8FTuZUIaNcJTQQBncx1hKaZ7ZDPabXPrQqqAz8RQKrLwgqLmORUk3r3rmacxNLrFAxOla3ngeEgKhRyXDoi3EJmJBOA808-wB3x-uXQVc8hWEYFMgwAN3B1MyH0vsNCcrsHtf_ZoWB8sUruyj9QaWjET75C-NJJvTgh3KUwooK9lTcxOFxHxvGqTamQ_e3LtRPOzA1VmBEbehujmzPLzWefO48U9CzNHvxcmROFHp-dWvgrsa_wN4r7TpHc4LzrKm8eISG5wAb_prScbBIFR72P92K2cctSnsobqWUD1KsLL0P4MKDyfYi0Zs-XhgEbK9fSWDa9O0su3qUz8OPNzxuAfJjcwmTv12Of2mResOvsOEAqmS1JzMD7pW9qJQs_ON0CJOfuDQjgBzZFhZKPG3AZ4BeufbFwzg3KrKQRWhg5DtYWplL1Z_K0u9nAhaVjB4rXLquxiDT_5ewzlvl3wwvnzW0SJInDVej2U5y2yVB80chYUx86rFrC84VeOckoyImuAPZxBlprL0ayaegW9HcPJNMG0DqVQ8YIUYoF1bmhv0H1aVYvko5hQX65zrXrxRVeYYveE83Inr8gqp3mM6KZb6bYqL99mSG4qNUYKZq7oXI3p2QqEEtS9-gol-8eCdwS0lTZjRBvSRyH_T6OFb8e2x3ToP9hV9Z1dSyiaTEQrRUvtoa_K_JQ_16ttAw3skG-yrqvL2oycnKH7xxy2VIzcZMGyyRcbLxF-d9jt6gMckMdHH3cmU9GEtP8jWCNVwFcDAx-_pnWL-xNgKhdLTCQr-sUX82fzmsRnwf9lnly3PCKfa2FFwkv0Ynij-HkrOCdATrXIuh3yynfJDgTfg7KUFFB-8zkYEdxrwB2QklfIrmdYNpsy3mgfnCFtfXdaVd7s7j0C4ThPUuQy7UajlujPlvhCfJJl7uM64-O9lIelZBP0QRZf8BVaXr04klAtTrmM_cADQmoYv_rL-u-16mcILWad0m5VV_w6Os7NkWdxdPHPo_UCeY80tOqBKoi2b1NpJSeDrflMLwGZ6Oy5NawKyEcPa1msd0WfSn1TLVURmZFvxsHDyyv19AbLjOzXa1SVdgP32CHonHEMqKUPHA2jX4UdC-1QLXrUC5bbqBLwI9hfkkphKvZGm4nxvU2xXfYk2iFuviBIDxb15v_05-Mn34p6jMC3w5iJNAbjeWuf_NbXmUPS3w439cU_iSwWR7TkS37yQcZJhbpyFOQZNrF9dHrNoxTZTaF-hJ-izqNp1T6CvOT1NkxhaxEZrYScjFPU3L_AHCec4JRA-1yScieAIb8LQToZDRIlSxKIqNVPaMC_CviYMyfaLTBW1A0dXQFF7cahyDnFgydpOktbH4dnUXSlhtOmFJ3asdHDrMShMaSKD6RVnvLUeIP1Wus0dMzw0EYU3bsgP8w8GYW0TB6W_k8N4vk9S8TiqVBJ1h9cUeBTTiJid2nBiKFpdxQfOkqx5OeppSoGB782Hghmyh0BHM7qTVGjYDHQH4OFqphByALXWwnXg5QIMqKhV8aecjN-BT4RS8UoEtCUXDEBnOd_g4Q_PZ1TGglepJEltTrzB-Ei2xlcW39j9Wsis8CvwlYiEDdeDwfPrE6p2fgpYvsONvQZLUb5LPirpIwqxEkQNTpOk7JYXYIJVnvv-4b5TqyMpBxhZHolrdSGAglUEipkPKWCnrjnAU7_NgtIB4y1NdaZzg13t8OByzEWCqeP5K1OLYqgJYStFDLEwN_NzaH6Hleus4933hPjEF0xRNh2HSu3-5cnDU9Vt2M5avCPhDFf5ukdhyDi10nHpj5t5KC5TLTmV51ussF0JRYMPx9Yb4IkHyzW9-2QrxZeQhxwCwBZBtdn28oXoCUk_MpXiFJ70KSc9JrXkj2PBjURwE_Ri5VAgEwUOp9g7-cYZ6V0z34C8ZR2IQJVSW3BZ3uC63RA_PdGRPGzHZWIWYVNsR8LkLEojU1Gqycr_ZAv3uS-v7JsqWG0VnddLJxUFP-JhT9UmFzNEIQ_RAaXDblWcLeTESxCPZPksUeOXi53GoLCGR1c5ZmehrKHm7p9uf4uU0fMzx949BL860rENA6IxnHQsKEks7eoM8qiUhrGESGX9xxf4opL5Oee0hh76-z8QH63lfgUThm-LNLI8TvSbkTIb98HhcS05KEDBjGEK4Vo5jyvTwfwSCvEWJYKyQreeEQqMix3VnrviADQagiln-rXGcUk9aCCnOB58unCDY1aTyGp2CekGxC-zqu-hT4zxoPDvCiewd-2gmxbZMTkwWis_yVYORwVyv-EV_PxssZArKlYMmZD-9TqbeYSdeKDVhlSnrYebBP4407lALwKC_ewc8oJWpR9wk65pSSgPZpZYHkd6rKcf0L5DketU_2xfZIgyHbpS8FH1bNnNjWayPjd0-oeOYWIUaYRbesQTnJiJelfJTGk0pcut-DzsMAp88HXQK7rXaxzFjBFCE2QDt7Kra_l7TiqX5vprN-zAXtAEvIhJzcXM0zhedRtBfuX1Y0pHckfKBWgj4b7RRFMrbZrjONGFAaqPnuMU6KN4lq7hwO87yweF5kzfN7m4md0HiO9NEcz-FbBwvYmQTnI7oS8OEGf3mfGqamv62IKW4eMrLNrdeF-MSF8cGPnbNwvjzmAZVdkmlFlJKwrBZY5nxF9Mjo3cczpdYsWvtBu7WJe2N9Q1LwsMLcqGwje2LIJzTTtcJOwgz-EcSeR_ayMKoKvv7urM5GeA04orkdlFyI6zjhl07CPs1Tf-Zk7BwdSa7jxsoCA5tLOrrm9gmsZJhPiMxUItY5ImNFNtFvWPBljZbry80TPH5jXqcfEzjYkNScpwNCdyiI-XWwhS78CbwRSKLHP1HhUL7yJ57-104eYsS5Q3RKRdtQQ1S3p5ITNcnNaBN3RGOcgUlxQ4oEZOnVEoUaIUAm_Y0jeJ3NhGEGsQH-x4QShNgGiQ71F5ENCk7EyacAuPNU1iPjlPLhRuMwHUWDOV50F2EofBcex8b9FDw', 1795549107785, 4, 1795549107785, 1795635507785);


--
-- Data for Name: intel_entries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: intel_generations; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: intel_sources; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: kept_counts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kept_counts VALUES ('allow', 1);
INSERT INTO public.kept_counts VALUES ('block', 3);
INSERT INTO public.kept_counts VALUES ('monitors', 5);


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES ('0001-initial', '2026-11-24T19:38:43.042Z');
INSERT INTO public.kysely_migration VALUES ('0002-intel', '2026-11-24T19:38:43.128Z');
INSERT INTO public.kysely_migration VALUES ('0003-history', '2026-11-24T19:38:43.196Z');
INSERT INTO public.kysely_migration VALUES ('0004-outbox', '2026-11-24T19:38:43.326Z');
INSERT INTO public.kysely_migration VALUES ('0005-growth', '2026-11-24T19:38:43.470Z');
INSERT INTO public.kysely_migration VALUES ('0006-uncounted-tries', '2026-11-24T19:38:43.474Z');
INSERT INTO public.kysely_migration VALUES ('0007-alert-on-no-data', '2026-11-24T19:38:43.477Z');
INSERT INTO public.kysely_migration VALUES ('0008-evidence', '2026-11-24T19:38:43.502Z');
INSERT INTO public.kysely_migration VALUES ('0009-coverage', '2026-11-24T19:38:43.512Z');
INSERT INTO public.kysely_migration VALUES ('0010-table-checksums', '2026-11-24T19:38:43.522Z');
INSERT INTO public.kysely_migration VALUES ('0011-fan-outs', '2026-11-24T19:38:43.531Z');
INSERT INTO public.kysely_migration VALUES ('0012-sorted-lists', '2026-11-24T19:38:43.561Z');
INSERT INTO public.kysely_migration VALUES ('0013-known-by-age', '2026-11-24T19:38:43.562Z');
INSERT INTO public.kysely_migration VALUES ('0014-chain-nodes', '2026-11-24T19:38:43.591Z');
INSERT INTO public.kysely_migration VALUES ('0015-chain-accounts', '2026-11-24T19:38:43.611Z');
INSERT INTO public.kysely_migration VALUES ('0016-follower', '2026-11-24T19:38:43.733Z');
INSERT INTO public.kysely_migration VALUES ('0017-event-subjects', '2026-11-24T19:38:43.783Z');
INSERT INTO public.kysely_migration VALUES ('0018-seen-transactions', '2026-11-24T19:38:43.786Z');
INSERT INTO public.kysely_migration VALUES ('0019-chain-event-lists', '2026-11-24T19:38:43.794Z');
INSERT INTO public.kysely_migration VALUES ('0020-follower-queries', '2026-11-24T19:38:43.828Z');
INSERT INTO public.kysely_migration VALUES ('0021-poison-events', '2026-11-24T19:38:43.832Z');
INSERT INTO public.kysely_migration VALUES ('0022-holds', '2026-11-24T19:38:43.874Z');
INSERT INTO public.kysely_migration VALUES ('0023-release-tokens', '2026-11-24T19:38:43.880Z');
INSERT INTO public.kysely_migration VALUES ('0026-signed-transactions', '2026-11-24T19:38:43.886Z');
INSERT INTO public.kysely_migration VALUES ('0027-payments', '2026-11-24T19:38:43.924Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);


--
-- Data for Name: lanes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.lanes VALUES ('01a20f10-9a83-74ba-9993-517568edfa50', NULL, 1795549112639, 0, 0, 0, NULL);


--
-- Data for Name: monitor_backfills; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: monitor_balances; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.monitor_balances VALUES ('1', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', 3, 0, '1000000000000000000000', 0);
INSERT INTO public.monitor_balances VALUES ('1', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', 6, 1, '-23750879737968', 1);
INSERT INTO public.monitor_balances VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', 16, 0, '0', 0);
INSERT INTO public.monitor_balances VALUES ('1', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 3, 0, '0', 0);
INSERT INTO public.monitor_balances VALUES ('1', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 4, 1, '2000000000000000000', 0);


--
-- Data for Name: monitored_addresses; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.monitored_addresses VALUES ('01a20f10-99a2-72ed-bf66-637bc575d8d8', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '1', 'monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 'monitored 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', 1, 1795549075802, NULL, NULL, 1);
INSERT INTO public.monitored_addresses VALUES ('01a20f10-9ab0-7234-990a-0ccb799882e1', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', '1', 'owner', 'owner', 1, 1795549076143, NULL, NULL, 2);
INSERT INTO public.monitored_addresses VALUES ('01a20f11-0486-7171-8603-28a587b9d746', '0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '1', 'Demo treasury', 'demo treasury', 1, 1795549103238, NULL, NULL, 3);
INSERT INTO public.monitored_addresses VALUES ('01a20f11-0486-7173-bad0-85063d395c4c', '0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '8453', 'Demo treasury', 'demo treasury', 1, 1795549103238, NULL, NULL, 4);
INSERT INTO public.monitored_addresses VALUES ('01a20f11-0486-7175-8322-02468b855747', '0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', '1', 'Demo customer', 'demo customer', 0, 1795549103238, NULL, NULL, 5);


--
-- Data for Name: nonces; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.nonces VALUES ('1', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', 1, 1795549103238);


--
-- Data for Name: paused_chains; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: payments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.payments VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '000000000000000000000000000000000000000000000000000000000000000000001500000000', 1795549103238, 0, '01a20f11-0486-7188-b5bf-67f361172ca0');
INSERT INTO public.payments VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', 'native', '000000000000000000000000000000000000000000000000000000000000250000000000000000', 1795549103238, 0, '01a20f11-0486-7184-b3c5-bedbb32f8757');
INSERT INTO public.payments VALUES ('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 'native', '000000000000000000000000000000000000000000000000000000000000500000000000000000', 1795549103238, 0, '01a20f11-0486-719d-b65c-3cb8f41a432c');
INSERT INTO public.payments VALUES ('1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '000000000000000000000000000000000000000000000000000000000000000000001500000000', 1795549108317, 0, '01a20f11-1808-73cc-a98b-599a015854a2');


--
-- Data for Name: prices; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: revisions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.revisions VALUES ('alerts', 7);
INSERT INTO public.revisions VALUES ('deadlines', 0);
INSERT INTO public.revisions VALUES ('evidence', 4);
INSERT INTO public.revisions VALUES ('monitors', 5);


--
-- Data for Name: settings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: signers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.signers VALUES ('0x6822c4ed4d42e633d6c95119f9fbcb1c94e98267', 'v2.94c12fcc.lyaq_DU6PTpjReS5.mCWK7lZUpzWHKbCCOCjWQXXEXlAkYF_elwbbQNYaWczBj1zKLKWqq2uTmOPx_-GkpSBAsdvxHHlXMWJit0CXIwlYXPII73vgi03M16Nj0_xoSg', 1795549103238, NULL);


--
-- Data for Name: transaction_reports; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transaction_reports VALUES ('01a20f10-a51e-7385-8cdb-1d69692a5097', '01a20f10-a4c1-708b-bfd6-982a5b02b3b7', '0x1b33838d07d5f79a7a35b709bdd66d72804bbc9d2147abedebd60499ccbed3f2', '4', 1795549077000, 1795549078719);
INSERT INTO public.transaction_reports VALUES ('01a20f10-aa7c-7511-a7ac-49dfde476d7b', '01a20f10-aa7b-7278-89f9-226181a6c68c', '0x291af74801af48226e2cf629d9180f21385d2747c6a4da889004f9a8acf1e15b', '5', 1795549079000, 1795549080187);
INSERT INTO public.transaction_reports VALUES ('01a20f10-afbc-754f-b9bc-00439057460e', '01a20f10-afbb-761d-8eca-41a29e83cd9e', '0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54', '6', 1795549081000, 1795549081531);
INSERT INTO public.transaction_reports VALUES ('01a20f10-b49d-724a-9a63-b41903f92568', '01a20f10-b49b-702f-bd32-4579d958b5c9', '0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0', '7', 1795549082000, 1795549082778);
INSERT INTO public.transaction_reports VALUES ('01a20f11-0486-7185-96ab-1364b8eeb1df', '01a20f11-0486-7184-b3c5-bedbb32f8757', '0x7e57000000000000000000000000000000000000000000000000000021000001', '21000001', NULL, 1795549103238);
INSERT INTO public.transaction_reports VALUES ('01a20f11-0486-7189-b0a9-c7ab3186f22c', '01a20f11-0486-7188-b5bf-67f361172ca0', '0x7e57000000000000000000000000000000000000000000000000000021000002', '21000002', NULL, 1795549103238);
INSERT INTO public.transaction_reports VALUES ('01a20f11-0486-719a-81a1-310d2d3a3b18', '01a20f11-0486-7199-8dd6-11e97b21bb53', '0x7e57000000000000000000000000000000000000000000000000000021000003', '21000003', NULL, 1795549103238);
INSERT INTO public.transaction_reports VALUES ('01a20f11-0486-719e-814c-6d36014ff70a', '01a20f11-0486-719d-b65c-3cb8f41a432c', '0x7e57000000000000000000000000000000000000000000000000000021000004', '21000004', NULL, 1795549103238);
INSERT INTO public.transaction_reports VALUES ('01a20f11-185d-7637-a812-bc003b32e6bb', '01a20f11-1808-73cc-a98b-599a015854a2', '0xabababababababababababababababababababababababababababababababab', '20000001', NULL, 1795549108317);


--
-- Data for Name: transactions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transactions VALUES ('01a20f10-a4c1-708b-bfd6-982a5b02b3b7', 'SONAR', '1', '0xbe9b25e38218267b512b9ff3bc9dd85ce3252ca1', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '2000000000000000000', 1, 0, '', '{"transaction":{"chainId":"1","from":"0xbe9B25e38218267b512b9Ff3BC9DD85Ce3252ca1","to":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","value":"2000000000000000000","data":"0x","nonce":"0"},"trackNonce":false}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":[],"reasons":[],"missing":["No data about the recipient","No history for this sender","No hop graph","No trace","What it moved is read from its events, not from balances"]},"coverage":"none","simulation":{"status":"ok","method":"receipt","executed":true,"blockNumber":4,"blockHash":"0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252","summary":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C receives 2 ETH, by its events","assetChanges":[{"owner":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","standard":"native","amount":"2000000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["What it moved is read from its events, not from balances"]},"svcTxId":"01a20f10-a4c1-708b-bfd6-982a5b02b3b7"}', NULL, NULL, '0x1b33838d07d5f79a7a35b709bdd66d72804bbc9d2147abedebd60499ccbed3f2', '4', 1795549077000, 1795549078719, 1795549078719, 0, 'none', NULL, 'chain', '0x948d48617a50a67ea19360070c166173e9e4782ff28bd1d725a119c7dc958252', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f10-aa7b-7278-89f9-226181a6c68c', 'SONAR', '1', '0x3b31e82e6b493f5bb20075f4940cd296466cdfc6', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"chainId":"1","from":"0x3B31e82e6b493F5bB20075F4940CD296466cdFc6","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","data":"0xa9059cbb0000000000000000000000007229043d7e8dea2dd0a5b4a32397b373109848f700000000000000000000000000000000000000000000000000000000004c4b40","nonce":"0"},"trackNonce":false}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","name":"","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"actions":[],"reasons":[{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No data about the recipient","No history for this sender","Age of contracts: the node has no state of three days ago","What it moved is read from its trace, not from balances"]},"coverage":"none","simulation":{"status":"ok","method":"trace","executed":true,"blockNumber":5,"blockHash":"0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a","summary":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7 receives 5 USDC, by its events","assetChanges":[{"owner":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"5000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Age of contracts: the node has no state of three days ago","What it moved is read from its trace, not from balances"]},"svcTxId":"01a20f10-aa7b-7278-89f9-226181a6c68c"}', NULL, NULL, '0x291af74801af48226e2cf629d9180f21385d2747c6a4da889004f9a8acf1e15b', '5', 1795549079000, 1795549080187, 1795549080187, 0, 'none', NULL, 'chain', '0xb8dcfcfaf9308a1fec77aa00ec37076dcb8a62b045d47630bc71c14ba0fe368a', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f10-afbb-761d-8eca-41a29e83cd9e', 'SONAR', '1', '0x7229043d7e8dea2dd0a5b4a32397b373109848f7', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 80, 'maliciousInteraction', '{"transaction":{"chainId":"1","from":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","data":"0x095ea7b300000000000000000000000028f2b1922f6c70bc8ac53c6df6d4c640fbe1cd050000000000000000000000000000000000000000ffffffffffffffffffffffff","nonce":"0"},"trackNonce":false}', '{"valid":true,"combinedScore":80,"combinedScoreDetails":{"value":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","name":"","maxScore":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"explanation":{"actions":["approves 0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05 (unknown) to take unlimited USDC from the sender"],"reasons":[{"rule":"grant-to-eoa","subject":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","role":"spender","points":80,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"gets an unlimited allowance and is an EOA","source":"chain","flip":"reject, unless this is planned: verify the address with its owner, then add an ALLOW entry for it"},{"rule":"unknown-grant","subject":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","role":"spender","points":50,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"gets an unlimited allowance and is unknown","source":"call data","flip":"verify the spender with the protocol, then add an ALLOW entry for it; approve the exact amount at most"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No data about the spender","Age of contracts: the node has no state of three days ago","What it moved is read from its trace, not from balances"]},"coverage":"none","simulation":{"status":"ok","method":"trace","executed":true,"blockNumber":6,"blockHash":"0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25","summary":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05 (unknown) may afterwards spend all your USDC, by its events","assetChanges":[],"approvals":[{"owner":"0x7229043D7e8DEa2dD0a5b4a32397B373109848f7","spender":"0x28F2b1922f6c70bC8Ac53c6Df6D4c640fbE1cD05","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"unlimited"}]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Age of contracts: the node has no state of three days ago","What it moved is read from its trace, not from balances"]},"svcTxId":"01a20f10-afbb-761d-8eca-41a29e83cd9e"}', NULL, NULL, '0x0e7eee253155b96a0365ad8fad2c1d072afad29baa5622afaa06e274d4cb1e54', '6', 1795549081000, 1795549081531, 1795549081531, NULL, 'none', NULL, 'chain', '0x7d776eb97b2f5f5856ea29bc5f402bc217632c714625fec11c154350604cab25', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f10-b49b-702f-bd32-4579d958b5c9', 'SONAR', '1', '0x31d30873ff5282b86730935f23c6fe7905d22f90', '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c', '1000000000000000000', 1, 0, '', '{"transaction":{"chainId":"1","from":"0x31D30873FF5282B86730935F23c6Fe7905D22f90","to":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","value":"1000000000000000000","data":"0x","nonce":"0"},"trackNonce":false}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":[],"reasons":[],"missing":["No data about the recipient","No history for this sender","No trace","What it moved is read from its events, not from balances"]},"coverage":"none","simulation":{"status":"ok","method":"receipt","executed":true,"blockNumber":7,"blockHash":"0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d","summary":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C receives 1 ETH, by its events","assetChanges":[{"owner":"0x7e57E3e9d2FE5a76D3F0a5E7c2D7A37Ab5a40f1C","standard":"native","amount":"1000000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["What it moved is read from its events, not from balances"]},"svcTxId":"01a20f10-b49b-702f-bd32-4579d958b5c9"}', NULL, NULL, '0x5bdd38b58b6edfa7e67bf784acf93c23a3a017e8f18eacb0a185f137de2a96d0', '7', 1795549082000, 1795549082778, 1795549082778, 0, 'none', NULL, 'chain', '0x4206e719247254955b62913e7d12c92e3a7a9de5c9948489e9a3c095f4f0935d', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7184-b3c5-bedbb32f8757', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', '250000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","chainId":"1","value":"250000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a customer"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.25 ETH to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown)"],"reasons":[],"missing":["No data about the recipient","No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"none","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.25 ETH to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-250000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7184-b3c5-bedbb32f8757"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000001', '21000001', NULL, 1795549103238, 1795549103238, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', 0, 1795549116204, 1795635503238);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7188-b5bf-67f361172ca0', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0xa9059cbb0000000000000000000000007e57a460401723a4f7af7ee6299028a7341bccbd0000000000000000000000000000000000000000000000000000000059682f00","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: stablecoins for a customer"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","name":"","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"actions":["pays 1,500 USDC to 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD (unknown)"],"reasons":[{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No data about the recipient","Earlier payments to the recipient: reported, not confirmed","No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"coverage":"none","simulation":{"status":"reverted","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","reason":"it reverts with “transfer amount exceeds balance”","summary":"It fails at this block: it reverts with “transfer amount exceeds balance”; its effects are not known","assetChanges":[],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"svcTxId":"01a20f11-0486-7188-b5bf-67f361172ca0"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000002', '21000002', NULL, 1795549103238, 1795549103238, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', 0, 1795549116207, 1795635503238);
INSERT INTO public.transactions VALUES ('01a20f11-0486-718c-880b-2341fc738ab5', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a4af844132fcea8c0990b6fb96f66b1bccbd', '250000000000000000', 1, 50, 'addressPoisoning', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD","chainId":"1","value":"250000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a lookalike of the customer"}}', '{"valid":true,"combinedScore":50,"combinedScoreDetails":{"value":50,"category":"fraud","subCategory":"addressPoisoning","subCategoryDescription":"Address that imitates an earlier counterparty","hops":0},"scoreDetails":{"fraud":{"value":50,"category":"fraud","subCategory":"addressPoisoning","subCategoryDescription":"Address that imitates an earlier counterparty","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.25 ETH to 0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD (unknown)"],"reasons":[{"rule":"address-poisoning","subject":"0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD","role":"recipient","points":50,"category":"fraud","subCategory":"addressPoisoning","hops":0,"text":"looks like 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD, which the sender paid before (reported, not confirmed), but is a different address (same first 6 and last 6 digits)","source":"history of the sender","flip":"use 0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD, or add an ALLOW entry for the address"}],"missing":["No data about the recipient","No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"none","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.25 ETH to 0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD (unknown); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-250000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-718c-880b-2341fc738ab5"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-718d-8673-40791b208c9c', 'SONAR', '8453', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e5730d76c8a41d6676db4e9efaf37c0cb69f36c', '10000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","chainId":"8453","value":"10000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to somebody new"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.01 ETH to 0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c (unknown)"],"reasons":[],"missing":["No data about the recipient","No history for this sender","No hop graph","No trace"]},"coverage":"none","svcTxId":"01a20f11-0486-718d-8673-40791b208c9c"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-718e-b105-91ce0a4ee963', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 0, 80, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e5730d76c8a41d6676db4e9efaf37c0cb69f36cffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to an unknown spender"}}', '{"valid":false,"combinedScore":80,"combinedScoreDetails":{"value":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","name":"","maxScore":80,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"error":"Score 80 reaches the block threshold of 70: The spender 0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c gets an unlimited allowance and has no code and was never used.","explanation":{"actions":["approves 0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c (unknown) to take unlimited USDC from the sender"],"reasons":[{"rule":"grant-to-eoa","subject":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","role":"spender","points":80,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"gets an unlimited allowance and has no code and was never used","source":"chain","flip":"reject, unless this is planned: verify the address with its owner, then add an ALLOW entry for it"},{"rule":"unknown-grant","subject":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","role":"spender","points":50,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"gets an unlimited allowance and is unknown","source":"call data","flip":"verify the spender with the protocol, then add an ALLOW entry for it; approve the exact amount at most"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No data about the spender","No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"coverage":"none","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c (unknown) may afterwards spend all your USDC","assetChanges":[],"approvals":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","spender":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"unlimited"}]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"svcTxId":"01a20f11-0486-718e-b105-91ce0a4ee963"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-718f-a30c-5e36d9f3504f', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e57d67a1d86ca31ffb741f8578d5b66b6ae0d2dffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to an allowed spender"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[{"id":"01a20f11-0486-716f-b388-923934b603d9","address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","chainIds":["1","8453"],"type":"ALLOW","productType":"SONAR","createdAt":"2026-11-24T19:38:23.238Z","lastUpdatedAt":"2026-11-24T19:38:23.238Z"}],"internalAddressesWithMaxScore":[{"address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","name":"","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"actions":["approves 0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d (on the allow list) to take unlimited USDC from the sender"],"reasons":[{"rule":"allowed-address","subject":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","role":"spender","points":0,"category":"","subCategory":"","hops":0,"text":"has ALLOW entry 01a20f11-0486-716f-b388-923934b603d9","source":"control list"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d (on the allow list) may afterwards spend all your USDC","assetChanges":[],"approvals":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","spender":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"unlimited"}]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"svcTxId":"01a20f11-0486-718f-a30c-5e36d9f3504f"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7190-b64b-62e4452ca84d', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 0, 95, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e575f70a640c8e5d053be397d92f3d07362d027ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to a drainer"}}', '{"valid":false,"combinedScore":95,"combinedScoreDetails":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","name":"txwarden test address: drainer","maxScore":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"error":"Score 95 reaches the block threshold of 70: The spender 0x7e575f70a640c8e5D053bE397d92F3d07362d027 is listed as txwarden test address: drainer.","explanation":{"actions":["approves 0x7e575f70a640c8e5D053bE397d92F3d07362d027 (listed as a threat) to take unlimited USDC from the sender"],"reasons":[{"rule":"listed-address","subject":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","role":"spender","points":95,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"is listed as txwarden test address: drainer","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"0x7e575f70a640c8e5D053bE397d92F3d07362d027 (listed as a threat) may afterwards spend all your USDC","assetChanges":[],"approvals":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","spender":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","standard":"erc20","token":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","verified":true,"symbol":"USDC","decimals":6,"amount":"unlimited"}]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago"]},"svcTxId":"01a20f11-0486-7190-b64b-62e4452ca84d"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7191-a44d-8cbc961350ad', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e571205cdd004f106bbc6f1083df3d562f4c313', '500000000000000000', 0, 90, 'financialScamInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E571205cDD004f106BBC6F1083df3D562f4C313","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a scam"}}', '{"valid":false,"combinedScore":90,"combinedScoreDetails":{"value":90,"category":"fraud","subCategory":"financialScamInteraction","subCategoryDescription":"Interaction with a financial scam","hops":0},"scoreDetails":{"fraud":{"value":90,"category":"fraud","subCategory":"financialScamInteraction","subCategoryDescription":"Interaction with a financial scam","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 90 reaches the block threshold of 70: The recipient 0x7E571205cDD004f106BBC6F1083df3D562f4C313 is listed as txwarden test address: financial scam.","explanation":{"actions":["pays 0.5 ETH to 0x7E571205cDD004f106BBC6F1083df3D562f4C313 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E571205cDD004f106BBC6F1083df3D562f4C313","role":"recipient","points":90,"category":"fraud","subCategory":"financialScamInteraction","hops":0,"text":"is listed as txwarden test address: financial scam","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E571205cDD004f106BBC6F1083df3D562f4C313 (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7191-a44d-8cbc961350ad"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7192-b92e-c62bc1829aa2', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57fef54ecc63a44b6e0b6acae8fe9a93671d96', '500000000000000000', 0, 88, 'impersonationScamInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to an impostor"}}', '{"valid":false,"combinedScore":88,"combinedScoreDetails":{"value":88,"category":"fraud","subCategory":"impersonationScamInteraction","subCategoryDescription":"Interaction with an imitation of a known address or token","hops":0},"scoreDetails":{"fraud":{"value":88,"category":"fraud","subCategory":"impersonationScamInteraction","subCategoryDescription":"Interaction with an imitation of a known address or token","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 88 reaches the block threshold of 70: The recipient 0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96 is listed as txwarden test address: impersonation.","explanation":{"actions":["pays 0.5 ETH to 0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96","role":"recipient","points":88,"category":"fraud","subCategory":"impersonationScamInteraction","hops":0,"text":"is listed as txwarden test address: impersonation","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96 (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7192-b92e-c62bc1829aa2"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7193-a1e8-88427a8ac51c', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e5798e5e9af493f2d730dfaa38f269ea578f088', '500000000000000000', 0, 85, 'rugPullInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E5798e5E9Af493F2d730DFaA38f269EA578F088","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a rug pull"}}', '{"valid":false,"combinedScore":85,"combinedScoreDetails":{"value":85,"category":"fraud","subCategory":"rugPullInteraction","subCategoryDescription":"Interaction with a token or pool that its owner can drain","hops":0},"scoreDetails":{"fraud":{"value":85,"category":"fraud","subCategory":"rugPullInteraction","subCategoryDescription":"Interaction with a token or pool that its owner can drain","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 85 reaches the block threshold of 70: The recipient 0x7E5798e5E9Af493F2d730DFaA38f269EA578F088 is listed as txwarden test address: rug pull.","explanation":{"actions":["pays 0.5 ETH to 0x7E5798e5E9Af493F2d730DFaA38f269EA578F088 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E5798e5E9Af493F2d730DFaA38f269EA578F088","role":"recipient","points":85,"category":"fraud","subCategory":"rugPullInteraction","hops":0,"text":"is listed as txwarden test address: rug pull","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E5798e5E9Af493F2d730DFaA38f269EA578F088 (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7193-a1e8-88427a8ac51c"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7194-a4d8-914160ea0fae', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57b80356122f1a2726f94f8968ba3bcbb3d38c', '500000000000000000', 0, 85, 'reentrancy', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment into a re-entrant contract"}}', '{"valid":false,"combinedScore":85,"combinedScoreDetails":{"value":85,"category":"cyber","subCategory":"reentrancy","subCategoryDescription":"Reentrant call that takes assets out of a contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":85,"category":"cyber","subCategory":"reentrancy","subCategoryDescription":"Reentrant call that takes assets out of a contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 85 reaches the block threshold of 70: The recipient 0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C is listed as txwarden test address: reentrancy.","explanation":{"actions":["pays 0.5 ETH to 0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C","role":"recipient","points":85,"category":"cyber","subCategory":"reentrancy","hops":0,"text":"is listed as txwarden test address: reentrancy","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7194-a4d8-914160ea0fae"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7195-b89f-f9161220a9d3', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57224a254c2b1f2bb7efdf721f1e6227742494', '1000000000000000000', 0, 80, 'mixerMaliciousContractInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57224a254c2B1F2BB7efDf721f1E6227742494","chainId":"1","value":"1000000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a mixer"}}', '{"valid":false,"combinedScore":80,"combinedScoreDetails":{"value":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","subCategoryDescription":"Interaction with a mixer","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","subCategoryDescription":"Interaction with a mixer","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 80 reaches the block threshold of 70: The recipient 0x7E57224a254c2B1F2BB7efDf721f1E6227742494 is listed as a mixer: txwarden test address: mixer.","explanation":{"actions":["pays 1 ETH to 0x7E57224a254c2B1F2BB7efDf721f1E6227742494 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E57224a254c2B1F2BB7efDf721f1E6227742494","role":"recipient","points":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","hops":0,"text":"is listed as a mixer: txwarden test address: mixer","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 1 ETH to 0x7E57224a254c2B1F2BB7efDf721f1E6227742494 (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-1000000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7195-b89f-f9161220a9d3"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7196-9928-1b07a3a2ec60', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57c986d28338bef716d5faa02e24bf51bd749e', '500000000000000000', 0, 100, 'sanctionedInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57C986D28338Bef716d5FAa02E24bf51bD749E","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a sanctioned address"}}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"sanctionedInteraction","subCategoryDescription":"Interaction with a sanctioned address","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"sanctionedInteraction","subCategoryDescription":"Interaction with a sanctioned address","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 100 reaches the block threshold of 70: The recipient 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E is sanctioned: txwarden test address: sanctioned.","explanation":{"actions":["pays 0.5 ETH to 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E (sanctioned)"],"reasons":[{"rule":"sanctioned-address","subject":"0x7E57C986D28338Bef716d5FAa02E24bf51bD749E","role":"recipient","points":100,"category":"compliance","subCategory":"sanctionedInteraction","hops":0,"text":"is sanctioned: txwarden test address: sanctioned","source":"txwarden baseline","flip":"do not send or sign it; only txwarden baseline can lift it by delisting the address: an ALLOW entry has no effect"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E (sanctioned); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7196-9928-1b07a3a2ec60"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7197-8c93-db5a9cae5bc6', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x52908400098527886e0f7030069857d2e4169ee7', '0', 0, 90, 'maliciousProtocolUpgrade', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x52908400098527886E0F7030069857D2E4169EE7","chainId":"1","data":"0x3659cfe60000000000000000000000007e57a535a1cde4c7983987d5b27ff5854b4fffe8","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: upgrade to a malicious implementation"}}', '{"valid":false,"combinedScore":90,"combinedScoreDetails":{"value":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Contract control passes to a malicious or unknown address","hops":0},"scoreDetails":{"fraud":{"value":40,"category":"fraud","subCategory":"financialScamInteraction","subCategoryDescription":"Interaction with a financial scam","hops":0},"cyber":{"value":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Contract control passes to a malicious or unknown address","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8","name":"txwarden test address: upgrade","maxScore":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Contract control passes to a malicious or unknown address","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Contract control passes to a malicious or unknown address"}]}],"error":"Score 90 reaches the block threshold of 70: The new implementation 0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8 is listed as txwarden test address: upgrade.","explanation":{"actions":["replaces the implementation of 0x52908400098527886E0F7030069857D2E4169EE7 by 0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8","role":"implementation","points":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","hops":0,"text":"is listed as txwarden test address: upgrade","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"},{"rule":"call-without-code","subject":"0x52908400098527886E0F7030069857D2E4169EE7","role":"target","points":40,"category":"fraud","subCategory":"financialScamInteraction","hops":0,"text":"has no code, and is called with upgradeTo, which does nothing there","source":"chain","flip":"verify the address with its owner, then add an ALLOW entry for it, or import a source that names it"}],"missing":["No data about the target","No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee"]},"coverage":"none","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"No balance of yours changes","assetChanges":[],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee"]},"svcTxId":"01a20f11-0486-7197-8c93-db5a9cae5bc6"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, 0, 'none', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7198-972b-77026a51b558', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '500000000000000000', 0, 100, 'blockedAddress', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a blocked address"}}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0}},"controlLists":[{"id":"01a20f11-0486-716b-9109-6c65e2c8f4f3","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-24T19:38:23.238Z","lastUpdatedAt":"2026-11-24T19:38:23.238Z"}],"internalAddressesWithMaxScore":[],"error":"The recipient 0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7 is on the block list (entry 01a20f11-0486-716b-9109-6c65e2c8f4f3).","explanation":{"actions":["pays 0.5 ETH to 0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7 (blocked)"],"reasons":[{"rule":"blocked-address","subject":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","role":"recipient","points":100,"category":"compliance","subCategory":"blockedAddress","hops":0,"text":"is on the block list (entry 01a20f11-0486-716b-9109-6c65e2c8f4f3)","source":"control list","flip":"do not send or sign it; the entry can be removed with: txwarden control-list remove 01a20f11-0486-716b-9109-6c65e2c8f4f3"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7 (blocked); you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7198-972b-77026a51b558"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-7199-8dd6-11e97b21bb53', 'SONAR', '1', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '0x7e5774b074ee15e78413ba856a5c11a489bc08f2', '500000000000000000', 1, 50, 'maliciousInteraction', '{"transaction":{"from":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","to":"0x7E5774b074EE15E78413ba856a5c11A489Bc08f2","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment of a go-between"}}', '{"valid":true,"combinedScore":50,"combinedScoreDetails":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.5 ETH to 0x7E5774b074EE15E78413ba856a5c11A489Bc08f2 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7E5774b074EE15E78413ba856a5c11A489Bc08f2","role":"recipient","points":50,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"is listed as txwarden test address: suspicious","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E5774b074EE15E78413ba856a5c11A489Bc08f2 (listed as a threat); you receive nothing","assetChanges":[{"owner":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-7199-8dd6-11e97b21bb53"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000003', '21000003', NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', 0, 1795549116210, 1795635503238);
INSERT INTO public.transactions VALUES ('01a20f11-0486-719b-9805-6e86dc68e326', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '500000000000000000', 1, 34, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to the go-between"}}', '{"valid":true,"combinedScore":34,"combinedScoreDetails":{"value":34,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":1},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":34,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":1},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.5 ETH to 0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9"],"reasons":[{"rule":"connected-address","subject":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","role":"recipient","points":34,"category":"cyber","subCategory":"maliciousInteraction","hops":1,"text":"is 1 hop from 0x7E5774b074EE15E78413ba856a5c11A489Bc08f2, which is listed as txwarden test address: suspicious","source":"txwarden baseline","flip":"add an ALLOW entry for the address"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9; you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-0486-719b-9805-6e86dc68e326"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-719c-8072-fd59eef272ec', 'RASP', '137', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '500000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","chainId":"137","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment of an app"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.5 POL to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5"],"reasons":[{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"is known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["No history for this sender","No hop graph","No trace"]},"coverage":"partial","svcTxId":"01a20f11-0486-719c-8072-fd59eef272ec"}', NULL, NULL, NULL, NULL, NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-0486-719d-b65c-3cb8f41a432c', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '500000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","chainId":"1","value":"500000000000000000"},"trackNonce":true,"signTransaction":true,"clientData":{"userAgent":"txwarden local seed: signed payment"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"actions":["pays 0.5 ETH to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5"],"reasons":[{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"is known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 0.5 ETH to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5; you receive nothing","assetChanges":[{"owner":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","standard":"native","amount":"-500000000000000000"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"payload":"0x000000000000000000000000000000000000000000000000000000006b05f5bf0100000000000000000000000000000000000000000000000000000000000000015665a55a9595345b34829b24cd0c991dca231a9b17783349f42f7d32c358292665ad28b89c0eb63d15bb4d61acff808da4fc5d555379c333f179bb750f0eef931c000000000000000000000000000000000000000000000000000000000000000000000000001e000000a0719bee288627ac9f51cee3e9224e0f4644a33be4","svcTxId":"01a20f11-0486-719d-b65c-3cb8f41a432c"}', 1, 1795552703000, '0x7e57000000000000000000000000000000000000000000000000000021000004', '21000004', NULL, 1795549103238, 1795549103238, NULL, 'partial', NULL, NULL, NULL, NULL, NULL, 'local', 0, 1795549116218, 1795635503238);
INSERT INTO public.transactions VALUES ('01a20f11-1649-7680-94ae-a2711a620a13', 'SONAR', '1', '0x57acb9634ea229beb7ec2d3d5ba19a241d7e0f37', '0xbad0000000000000000000000000000000000bad', '1', 0, 100, 'blockedAddress', '{"transaction":{"from":"0x57acb9634ea229beb7ec2d3d5ba19a241d7e0f37","to":"0xbad0000000000000000000000000000000000bad","chainId":"1","nonce":"0x0","data":"0x","value":"0x1","maxFee":"210000"},"trackNonce":false}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0}},"controlLists":[{"id":"01a20f11-15ee-7472-a7da-dd6f603a82cb","address":"0xbad0000000000000000000000000000000000bad","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-24T19:38:27.694Z","lastUpdatedAt":"2026-11-24T19:38:27.694Z"}],"internalAddressesWithMaxScore":[],"error":"The recipient 0xBAd0000000000000000000000000000000000Bad is on the block list (entry 01a20f11-15ee-7472-a7da-dd6f603a82cb).","explanation":{"actions":["pays 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked)"],"reasons":[{"rule":"blocked-address","subject":"0xBAd0000000000000000000000000000000000Bad","role":"recipient","points":100,"category":"compliance","subCategory":"blockedAddress","hops":0,"text":"is on the block list (entry 01a20f11-15ee-7472-a7da-dd6f603a82cb)","source":"control list","flip":"do not send or sign it; the entry can be removed with: txwarden control-list remove 01a20f11-15ee-7472-a7da-dd6f603a82cb"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked); you receive nothing","assetChanges":[{"owner":"0x57aCb9634ea229beb7eC2D3d5Ba19a241d7e0f37","standard":"native","amount":"-1"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-1649-7680-94ae-a2711a620a13"}', NULL, NULL, NULL, NULL, NULL, 1795549107785, 1795549107785, NULL, 'partial', NULL, NULL, NULL, NULL, '300d3b4ea030bb9e5881a74387bf440a54fd070fad41d732d4fce947f9904517', 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-177f-74e2-9fe6-38aee7914199', 'SONAR', '1', '0x57acb9634ea229beb7ec2d3d5ba19a241d7e0f37', '0xbad0000000000000000000000000000000000bad', '1', 0, 100, 'blockedAddress', '{"transaction":{"from":"0x57acb9634ea229beb7ec2d3d5ba19a241d7e0f37","to":"0xbad0000000000000000000000000000000000bad","chainId":"1","nonce":"0x1","data":"0x","value":"0x1","maxFee":"210000"},"trackNonce":false}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"Interaction with an address on the block list","hops":0}},"controlLists":[{"id":"01a20f11-15ee-7472-a7da-dd6f603a82cb","address":"0xbad0000000000000000000000000000000000bad","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-24T19:38:27.694Z","lastUpdatedAt":"2026-11-24T19:38:27.694Z"}],"internalAddressesWithMaxScore":[],"error":"The recipient 0xBAd0000000000000000000000000000000000Bad is on the block list (entry 01a20f11-15ee-7472-a7da-dd6f603a82cb).","explanation":{"actions":["pays 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked)"],"reasons":[{"rule":"blocked-address","subject":"0xBAd0000000000000000000000000000000000Bad","role":"recipient","points":100,"category":"compliance","subCategory":"blockedAddress","hops":0,"text":"is on the block list (entry 01a20f11-15ee-7472-a7da-dd6f603a82cb)","source":"control list","flip":"do not send or sign it; the entry can be removed with: txwarden control-list remove 01a20f11-15ee-7472-a7da-dd6f603a82cb"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"coverage":"partial","simulation":{"status":"ok","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","summary":"You send 1 wei to 0xBAd0000000000000000000000000000000000Bad (blocked); you receive nothing","assetChanges":[{"owner":"0x57aCb9634ea229beb7eC2D3d5Ba19a241d7e0f37","standard":"native","amount":"-1"}],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value"]},"svcTxId":"01a20f11-177f-74e2-9fe6-38aee7914199"}', NULL, NULL, NULL, NULL, NULL, 1795549108095, 1795549108095, NULL, 'partial', NULL, NULL, NULL, NULL, '2faf76159b88ec7b4e229d71dbef28d0b90077b806e2444d25c9fd861d1b61a1', 'local', NULL, NULL, NULL);
INSERT INTO public.transactions VALUES ('01a20f11-1808-73cc-a98b-599a015854a2', 'SONAR', '1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E57E185F01f2900F3b969962D790bD76275007A","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0xa9059cbb0000000000000000000000007e57ad044cf326f43274a51e5e590fcfecc3eba50000000000000000000000000000000000000000000000000000000059682f00","value":"0"},"trackNonce":false}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","name":"txwarden test address: benign","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"actions":["pays 1,500 USDC to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5"],"reasons":[{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"},{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"is known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"coverage":"none","simulation":{"status":"reverted","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","reason":"it reverts with “transfer amount exceeds balance”","summary":"It fails at this block: it reverts with “transfer amount exceeds balance”; its effects are not known","assetChanges":[],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"svcTxId":"01a20f11-1808-73cc-a98b-599a015854a2"}', NULL, NULL, '0xabababababababababababababababababababababababababababababababab', '20000001', NULL, 1795549108232, 1795549108317, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', 0, 1795549116992, 1795635508317);
INSERT INTO public.transactions VALUES ('01a20f11-1896-7207-bd90-985bbeb104a2', 'SONAR', '1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 0, 95, 'maliciousInteraction', '{"transaction":{"from":"0x7E57E185F01f2900F3b969962D790bD76275007A","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0xa9059cbb0000000000000000000000007e575f70a640c8e5d053be397d92f3d07362d0270000000000000000000000000000000000000000000000000000003a35294400","value":"0"},"trackNonce":false}', '{"valid":false,"combinedScore":95,"combinedScoreDetails":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","name":"txwarden test address: drainer","maxScore":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"error":"Score 95 reaches the block threshold of 70: The recipient 0x7e575f70a640c8e5D053bE397d92F3d07362d027 is listed as txwarden test address: drainer.","explanation":{"actions":["pays 250,000 USDC to 0x7e575f70a640c8e5D053bE397d92F3d07362d027 (listed as a threat)"],"reasons":[{"rule":"listed-address","subject":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","role":"recipient","points":95,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"is listed as txwarden test address: drainer","source":"txwarden baseline","flip":"reject; if the listing is wrong, add an ALLOW entry for the address"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"is known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["No history for this sender","Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"coverage":"none","simulation":{"status":"reverted","method":"trace+simulate","blockNumber":16,"blockHash":"0xb75e805e0f7c22fdfdb9c7a8e2e25b49415f4d459b718952c7193f7a8853e3b7","reason":"it reverts with “transfer amount exceeds balance”","summary":"It fails at this block: it reverts with “transfer amount exceeds balance”; its effects are not known","assetChanges":[],"approvals":[]},"chainCoverage":{"status":"partial","node":"127.0.0.1:43823","missing":["Calls and events are those of a run with more native currency than the account has","The balance of the sender does not cover the value and the fee","Age of contracts: the node has no state of three days ago","Transaction fails at block 16: it reverts with “transfer amount exceeds balance”; its effects are not known"]},"svcTxId":"01a20f11-1896-7207-bd90-985bbeb104a2"}', NULL, NULL, NULL, NULL, NULL, 1795549108374, 1795549108374, NULL, 'none', NULL, NULL, NULL, NULL, NULL, 'local', NULL, NULL, NULL);


--
-- Name: alert_destinations alert_destinations_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_pk PRIMARY KEY (alert_id, destination_id);


--
-- Name: alert_events alert_events_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_events
    ADD CONSTRAINT alert_events_once UNIQUE (subject, alert_id, step, round);


--
-- Name: alert_events alert_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_events
    ADD CONSTRAINT alert_events_pkey PRIMARY KEY (id);


--
-- Name: alerts alerts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);


--
-- Name: api_keys api_keys_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: chain_accounts chain_accounts_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_accounts
    ADD CONSTRAINT chain_accounts_pk PRIMARY KEY (chain_id, address);


--
-- Name: chain_blocks chain_blocks_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_blocks
    ADD CONSTRAINT chain_blocks_pk PRIMARY KEY (chain_id, number);


--
-- Name: chain_events chain_events_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_events
    ADD CONSTRAINT chain_events_once UNIQUE (chain_id, tx_hash, address, kind);


--
-- Name: chain_events chain_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_events
    ADD CONSTRAINT chain_events_pkey PRIMARY KEY (id);


--
-- Name: chain_heads chain_heads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_heads
    ADD CONSTRAINT chain_heads_pkey PRIMARY KEY (chain_id);


--
-- Name: chain_nodes chain_nodes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_nodes
    ADD CONSTRAINT chain_nodes_pkey PRIMARY KEY (id);


--
-- Name: chain_probes chain_probes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chain_probes
    ADD CONSTRAINT chain_probes_pkey PRIMARY KEY (key);


--
-- Name: control_list_entries control_list_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_list_entries
    ADD CONSTRAINT control_list_entries_pkey PRIMARY KEY (id);


--
-- Name: counterparties counterparties_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.counterparties
    ADD CONSTRAINT counterparties_pk PRIMARY KEY (chain_id, owner, counterparty);


--
-- Name: deliveries deliveries_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_once UNIQUE (event_id, destination_id);


--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);


--
-- Name: delivery_attempts delivery_attempts_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pk PRIMARY KEY (delivery_id, number);


--
-- Name: destinations destinations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_pkey PRIMARY KEY (id);


--
-- Name: digests digests_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.digests
    ADD CONSTRAINT digests_once UNIQUE (topic, chain_id, address);


--
-- Name: digests digests_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.digests
    ADD CONSTRAINT digests_pkey PRIMARY KEY (id);


--
-- Name: fan_outs fan_outs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.fan_outs
    ADD CONSTRAINT fan_outs_pkey PRIMARY KEY (id);


--
-- Name: granted_allowances granted_allowances_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.granted_allowances
    ADD CONSTRAINT granted_allowances_pk PRIMARY KEY (chain_id, owner, spender, token);


--
-- Name: graph_edges graph_edges_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.graph_edges
    ADD CONSTRAINT graph_edges_pk PRIMARY KEY (chain_id, a, b);


--
-- Name: holds holds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.holds
    ADD CONSTRAINT holds_pkey PRIMARY KEY (id);


--
-- Name: idempotent_answers idempotent_answers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotent_answers
    ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (scope);


--
-- Name: intel_entries intel_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_entries
    ADD CONSTRAINT intel_entries_pkey PRIMARY KEY (id);


--
-- Name: intel_generations intel_generations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_generations
    ADD CONSTRAINT intel_generations_pkey PRIMARY KEY (id);


--
-- Name: intel_sources intel_sources_generation_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_sources
    ADD CONSTRAINT intel_sources_generation_key UNIQUE (generation);


--
-- Name: intel_sources intel_sources_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_sources
    ADD CONSTRAINT intel_sources_pkey PRIMARY KEY (name);


--
-- Name: kept_counts kept_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kept_counts
    ADD CONSTRAINT kept_counts_pkey PRIMARY KEY (name);


--
-- Name: kysely_migration_lock kysely_migration_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration kysely_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);


--
-- Name: lanes lanes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lanes
    ADD CONSTRAINT lanes_pkey PRIMARY KEY (destination_id);


--
-- Name: monitor_backfills monitor_backfills_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitor_backfills
    ADD CONSTRAINT monitor_backfills_pkey PRIMARY KEY (monitor_id);


--
-- Name: monitor_balances monitor_balances_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitor_balances
    ADD CONSTRAINT monitor_balances_pk PRIMARY KEY (chain_id, address, block_number);


--
-- Name: monitored_addresses monitored_addresses_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitored_addresses
    ADD CONSTRAINT monitored_addresses_once UNIQUE (address_key, chain_id);


--
-- Name: monitored_addresses monitored_addresses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitored_addresses
    ADD CONSTRAINT monitored_addresses_pkey PRIMARY KEY (id);


--
-- Name: nonces nonces_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.nonces
    ADD CONSTRAINT nonces_pk PRIMARY KEY (chain_id, to_key, from_key);


--
-- Name: paused_chains paused_chains_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.paused_chains
    ADD CONSTRAINT paused_chains_pkey PRIMARY KEY (chain_id);


--
-- Name: payments payments_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pk PRIMARY KEY (chain_id, owner, counterparty, asset);


--
-- Name: prices prices_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.prices
    ADD CONSTRAINT prices_pk PRIMARY KEY (chain_id, token, generation);


--
-- Name: revisions revisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (name);


--
-- Name: settings settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);


--
-- Name: signers signers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signers
    ADD CONSTRAINT signers_pkey PRIMARY KEY (address);


--
-- Name: transaction_reports transaction_reports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transaction_reports
    ADD CONSTRAINT transaction_reports_pkey PRIMARY KEY (id);


--
-- Name: transactions transactions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (id);


--
-- Name: alert_destinations_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alert_destinations_destination ON public.alert_destinations USING btree (destination_id);


--
-- Name: alert_events_alone; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alert_events_alone ON public.alert_events USING btree (created_at, id) WHERE (svc_tx_id IS NULL);


--
-- Name: alert_events_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alert_events_transaction ON public.alert_events USING btree (svc_tx_id);


--
-- Name: alerts_active; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alerts_active ON public.alerts USING btree (type, is_active);


--
-- Name: audit_action; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_action ON public.audit USING btree (action, at, id);


--
-- Name: audit_actor; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_actor ON public.audit USING btree (actor, at, id);


--
-- Name: audit_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_at ON public.audit USING btree (at, id);


--
-- Name: audit_resource; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_resource ON public.audit USING btree (resource_id, at, id);


--
-- Name: chain_accounts_recorded; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_accounts_recorded ON public.chain_accounts USING btree (recorded_at);


--
-- Name: chain_events_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_address ON public.chain_events USING btree (address, chain_id, block_number);


--
-- Name: chain_events_block; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_block ON public.chain_events USING btree (chain_id, block_number);


--
-- Name: chain_events_block_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_block_time ON public.chain_events USING btree (block_time, id);


--
-- Name: chain_events_gone; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_gone ON public.chain_events USING btree (chain_id) WHERE (state = 'GONE'::text);


--
-- Name: chain_events_poison; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_poison ON public.chain_events USING btree (chain_id, address, block_number, id) WHERE (kind = 'poison'::text);


--
-- Name: chain_events_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_transaction ON public.chain_events USING btree (svc_tx_id);


--
-- Name: chain_events_updated_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chain_events_updated_at ON public.chain_events USING btree (updated_at, id);


--
-- Name: control_list_entries_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_address ON public.control_list_entries USING btree (address_key, created_at, id);


--
-- Name: control_list_entries_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_created ON public.control_list_entries USING btree (created_at, id);


--
-- Name: control_list_entries_product; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_product ON public.control_list_entries USING btree (product_type, created_at, id);


--
-- Name: control_list_entries_type; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_type ON public.control_list_entries USING btree (type, created_at, id);


--
-- Name: control_list_entries_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_updated ON public.control_list_entries USING btree (last_updated_at, created_at, id);


--
-- Name: counterparties_ends; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX counterparties_ends ON public.counterparties USING btree (chain_id, owner, ends);


--
-- Name: deliveries_alert; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_alert ON public.deliveries USING btree (alert_id, created_at, id);


--
-- Name: deliveries_cancelled_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_cancelled_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'CANCELLED'::text);


--
-- Name: deliveries_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_created ON public.deliveries USING btree (created_at, id);


--
-- Name: deliveries_dead_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_dead_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'DEAD'::text);


--
-- Name: deliveries_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_destination ON public.deliveries USING btree (destination_id, created_at);


--
-- Name: deliveries_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_due ON public.deliveries USING btree (destination_id, due_at) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_pending ON public.deliveries USING btree (destination_id, created_at, id) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_pending_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_pending_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_sent_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_sent_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'SENT'::text);


--
-- Name: deliveries_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_updated ON public.deliveries USING btree (updated_at, created_at, id);


--
-- Name: digests_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX digests_due ON public.digests USING btree (chain_id, topic, due_at, id);


--
-- Name: fan_outs_subject; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX fan_outs_subject ON public.fan_outs USING btree (subject, id);


--
-- Name: granted_allowances_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX granted_allowances_transaction ON public.granted_allowances USING btree (svc_tx_id) WHERE (svc_tx_id IS NOT NULL);


--
-- Name: graph_edges_back; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX graph_edges_back ON public.graph_edges USING btree (chain_id, b, a);


--
-- Name: holds_content; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_content ON public.holds USING btree (content_key, created_at, id);


--
-- Name: holds_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_created ON public.holds USING btree (created_at, id);


--
-- Name: holds_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_open ON public.holds USING btree (requested_by, expires_at);


--
-- Name: holds_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_state ON public.holds USING btree (state, created_at, id);


--
-- Name: holds_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_transaction ON public.holds USING btree (svc_tx_id);


--
-- Name: holds_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX holds_updated ON public.holds USING btree (updated_at, id);


--
-- Name: idempotent_answers_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotent_answers_expiry ON public.idempotent_answers USING btree (expires_at);


--
-- Name: intel_entries_ends; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_ends ON public.intel_entries USING btree (ends) WHERE (ends IS NOT NULL);


--
-- Name: intel_entries_key; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_key ON public.intel_entries USING btree (key);


--
-- Name: intel_entries_name_skeleton; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_name_skeleton ON public.intel_entries USING btree (name_skeleton) WHERE (name_skeleton IS NOT NULL);


--
-- Name: intel_entries_symbol_skeleton; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_symbol_skeleton ON public.intel_entries USING btree (symbol_skeleton) WHERE (symbol_skeleton IS NOT NULL);


--
-- Name: monitor_backfills_next; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitor_backfills_next ON public.monitor_backfills USING btree (chain_id, next_number, monitor_id);


--
-- Name: monitor_balances_block; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitor_balances_block ON public.monitor_balances USING btree (chain_id, block_number);


--
-- Name: monitored_addresses_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_address ON public.monitored_addresses USING btree (address_key, created_at, id);


--
-- Name: monitored_addresses_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_chain ON public.monitored_addresses USING btree (chain_id, created_at, id);


--
-- Name: monitored_addresses_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_created ON public.monitored_addresses USING btree (created_at, id);


--
-- Name: monitored_addresses_enabled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_enabled ON public.monitored_addresses USING btree (enabled, created_at, id);


--
-- Name: monitored_addresses_followed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_followed ON public.monitored_addresses USING btree (chain_id, enabled, created_at, id);


--
-- Name: monitored_addresses_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_name ON public.monitored_addresses USING btree (name_key, created_at, id);


--
-- Name: monitored_addresses_revision; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_revision ON public.monitored_addresses USING btree (revision);


--
-- Name: payments_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_transaction ON public.payments USING btree (svc_tx_id);


--
-- Name: prices_generation; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX prices_generation ON public.prices USING btree (generation);


--
-- Name: transaction_reports_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transaction_reports_transaction ON public.transaction_reports USING btree (svc_tx_id);


--
-- Name: transactions_blocked; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_blocked ON public.transactions USING btree (created_at, id, chain_id, valid, updated_at, combined_score) WHERE (valid = 0);


--
-- Name: transactions_call; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_call ON public.transactions USING btree (chain_id, from_key, to_key, value, created_at, id);


--
-- Name: transactions_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_chain ON public.transactions USING btree (chain_id, created_at, id, valid, updated_at, combined_score);


--
-- Name: transactions_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_created ON public.transactions USING btree (created_at, id, chain_id, valid, updated_at, combined_score);


--
-- Name: transactions_hash; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_hash ON public.transactions USING btree (transaction_id, chain_id) WHERE (transaction_id IS NOT NULL);


--
-- Name: transactions_on_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_on_chain ON public.transactions USING btree (chain_id, from_key) WHERE ((valid = 1) AND (transaction_id IS NOT NULL) AND (block_number IS NOT NULL));


--
-- Name: transactions_score; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_score ON public.transactions USING btree (combined_score, created_at, id, chain_id, valid, updated_at);


--
-- Name: transactions_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_seen ON public.transactions USING btree (created_at, id) WHERE (origin = 'chain'::text);


--
-- Name: transactions_signed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_signed ON public.transactions USING btree (signed_key) WHERE (signed_key IS NOT NULL);


--
-- Name: transactions_to_check; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_to_check ON public.transactions USING btree (chain_id, check_at) WHERE (check_at IS NOT NULL);


--
-- Name: transactions_tracked_payloads; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_tracked_payloads ON public.transactions USING btree (chain_id, to_key, from_key, payload_expires_at) WHERE (payload_nonce IS NOT NULL);


--
-- Name: transactions_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_updated ON public.transactions USING btree (updated_at, created_at, id, chain_id, valid, combined_score);


--
-- Name: alert_destinations alert_destinations_alert_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id) ON DELETE CASCADE;


--
-- Name: alert_destinations alert_destinations_destination_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES public.destinations(id);


--
-- Name: deliveries deliveries_event_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.alert_events(id) ON DELETE CASCADE;


--
-- Name: delivery_attempts delivery_attempts_delivery_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE;


--
-- Name: transaction_reports transaction_reports_svc_tx_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transaction_reports
    ADD CONSTRAINT transaction_reports_svc_tx_id_fkey FOREIGN KEY (svc_tx_id) REFERENCES public.transactions(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


