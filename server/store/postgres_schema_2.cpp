// What schema 2 adds: nodes, who drives a table, who is there. Everything may be there already, if
// it was broken off.
#include "server/store/postgres_schema.h"

namespace bastide::server::postgres {

namespace {

// `driver` is the node that drives a table, '' for nobody. `nodes` has a row for '', which is dead
// for ever: so tables of nobody are found as those of the dead are. `presence` is what nodes say of
// who is there: not logged, so it is lost when the server crashes, or another takes its office, and
// the nodes say it again.
constexpr const char* kPeerTables = R"(
ALTER TABLE states ADD COLUMN IF NOT EXISTS driver text COLLATE "C" NOT NULL DEFAULT '';
CREATE TABLE IF NOT EXISTS nodes (
  id text COLLATE "C" PRIMARY KEY,
  until timestamptz NOT NULL) WITH (fillfactor = 50);
INSERT INTO nodes (id, until) VALUES ('', '-infinity') ON CONFLICT DO NOTHING;
CREATE UNLOGGED TABLE IF NOT EXISTS presence (
  table_id text COLLATE "C" NOT NULL,
  node text COLLATE "C" NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (table_id, node));
CREATE INDEX IF NOT EXISTS presence_by_node ON presence (node);
)";

// A lease that has run out is never renewed. Its row is locked before the clock is asked: whoever
// takes over from the dead holds the same lock, so no table has two drivers for that.
// A dead node is forgotten after a day, when nothing is left that it drove.
constexpr const char* kLeases = R"(
CREATE OR REPLACE FUNCTION renew_lease(p_node text, p_ms bigint)
    RETURNS TABLE (o_held boolean, o_now bigint, o_node text) LANGUAGE plpgsql AS $$
DECLARE
  v_until timestamptz;
  v_held boolean;
BEGIN
  SELECT until INTO v_until FROM nodes WHERE id = p_node FOR UPDATE;
  IF FOUND THEN
    v_held := v_until > clock_timestamp();
    IF v_held THEN
      UPDATE nodes SET until = clock_timestamp() + p_ms * interval '1 millisecond'
        WHERE id = p_node;
    END IF;
  ELSE
    INSERT INTO nodes VALUES (p_node, clock_timestamp() + p_ms * interval '1 millisecond')
      ON CONFLICT DO NOTHING;
    v_held := FOUND;
  END IF;
  RETURN QUERY SELECT v_held, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, id
    FROM (SELECT NULL AS id UNION ALL
          (SELECT id FROM nodes WHERE until > clock_timestamp() ORDER BY id)) AS living;
END $$;
CREATE OR REPLACE FUNCTION end_lease(p_node text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE nodes SET until = clock_timestamp() WHERE id = p_node AND until > clock_timestamp();
  RETURN QUERY DELETE FROM presence WHERE node = p_node RETURNING table_id;
END $$;
CREATE OR REPLACE FUNCTION forget_nodes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_dead text;
BEGIN
  DELETE FROM presence WHERE node NOT IN
    (SELECT id FROM nodes WHERE until > clock_timestamp() - interval '1 minute');
  FOR v_dead IN SELECT id FROM nodes WHERE until < clock_timestamp() - interval '1 day'
      AND id <> '' LOOP
    UPDATE states SET driver = '' WHERE table_id IN
      (SELECT table_id FROM states WHERE (driver, due_bound) >= (v_dead, -9223372036854775808)
         AND (driver, due_bound) <= (v_dead, 9223372036854775807) AND stage < 2
       ORDER BY driver, due_bound LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED);
    PERFORM FROM states WHERE (driver, due_bound) >= (v_dead, -9223372036854775808)
      AND (driver, due_bound) <= (v_dead, 9223372036854775807) AND stage < 2
      ORDER BY driver, due_bound LIMIT 1;
    IF NOT FOUND THEN DELETE FROM nodes WHERE id = v_dead; END IF;
  END LOOP;
END $$;
)";

// Tables of a driver are looked for by pairs and in their order: that is how the planner cannot but
// use the index that is made for it, whatever it thinks of how many there are.
// What drive answers: 0 taken, 1 already, 2 another, 3 no such table, 4 the node itself is dead.
constexpr const char* kDrivers = R"(
CREATE OR REPLACE FUNCTION is_alive(p_node text) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM nodes WHERE id = p_node AND until > clock_timestamp());
$$;
CREATE OR REPLACE FUNCTION drive(p_table text, p_node text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_driver text;
BEGIN
  SELECT driver INTO v_driver FROM states WHERE table_id = p_table;
  IF NOT FOUND THEN RETURN 3; END IF;
  IF NOT is_alive(p_node) THEN RETURN 4; END IF;
  IF v_driver <> p_node AND is_alive(v_driver) THEN RETURN 2; END IF;
  IF v_driver = p_node THEN RETURN 1; END IF;
  -- Of several who have seen the same, the first one gets it.
  UPDATE states SET driver = p_node WHERE table_id = p_table AND driver = v_driver;
  RETURN CASE WHEN FOUND THEN 0 ELSE 2 END;
END $$;
CREATE OR REPLACE FUNCTION take_over(p_node text, p_most bigint) RETURNS SETOF text
    LANGUAGE plpgsql AS $$
DECLARE
  v_dead text;
  v_left bigint := p_most;
  v_count bigint;
BEGIN
  IF NOT is_alive(p_node) THEN RETURN; END IF;
  FOR v_dead IN SELECT id FROM nodes WHERE until <= clock_timestamp() LOOP
    EXIT WHEN v_left <= 0;
    PERFORM FROM states WHERE (driver, due_bound) >= (v_dead, -9223372036854775808)
      AND (driver, due_bound) < (v_dead, 9223372036854775807) AND stage < 2
      AND due_ms < 9223372036854775807 ORDER BY driver, due_bound LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    PERFORM FROM nodes WHERE id = v_dead AND until <= clock_timestamp() FOR SHARE;
    CONTINUE WHEN NOT FOUND;
    RETURN QUERY WITH free AS
      (SELECT table_id FROM states WHERE (driver, due_bound) >= (v_dead, -9223372036854775808)
         AND (driver, due_bound) < (v_dead, 9223372036854775807) AND stage < 2
         AND due_ms < 9223372036854775807
       ORDER BY driver, due_bound LIMIT v_left FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE states s SET driver = p_node FROM free WHERE s.table_id = free.table_id
      RETURNING s.table_id;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_left := v_left - v_count;
  END LOOP;
END $$;
)";

constexpr const char* kAnnounce = R"(
CREATE OR REPLACE FUNCTION announce(p_node text, p_tables text[], p_texts text[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM presence USING unnest(p_tables, p_texts) AS said (id, words)
    WHERE table_id = said.id AND node = p_node AND said.words = '';
  INSERT INTO presence (table_id, node, text)
    SELECT said.id, p_node, said.words FROM unnest(p_tables, p_texts) AS said (id, words)
    WHERE said.words <> ''
    ON CONFLICT (table_id, node) DO UPDATE SET text = excluded.text;
END $$;
)";

// As append_group, and: w_driver is who must drive the table, or null; w_at is when the change
// happened, which may lie so far ahead of this clock as clocks that follow it are apart.
constexpr const char* kAppendGroup2 = R"(
CREATE OR REPLACE FUNCTION append_group_2(p_writer text, p_number bigint, p_part bigint,
    w_id text[], w_version bigint[], w_first bigint[], w_rows bigint[], w_now bigint[],
    w_due bigint[], w_meta text[], w_stage bigint[], w_holders bigint[], r_action text[],
    r_hash bigint[], r_at bigint[], h_guest text[], w_at bigint[], w_driver text[])
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_latest bigint := extract(epoch FROM clock_timestamp()) * 1000 + 250;
  v_row int := 0;
  v_holder int := 0;
  v_stage bigint;
  v_old_stage bigint;
  v_version bigint;
  v_next bigint;
  v_driver text;
  v_verdict bigint;
  v_verdicts bigint[] := '{}';
  v_details bigint[] := '{}';
BEGIN
  FOR i IN 1..cardinality(w_id) LOOP
    UPDATE states SET version = version + 1, next = next + w_rows[i], moved_ms = w_now[i],
        moved_hour = w_now[i] / 3600000, due_ms = w_due[i],
        due_bound = CASE WHEN due_bound <= w_due[i] AND due_bound > w_now[i] THEN due_bound
                         ELSE w_due[i] END,
        stage = coalesce(w_stage[i], stage)
      WHERE table_id = w_id[i] AND version = w_version[i] AND next = coalesce(w_first[i], next)
        AND w_at[i] <= v_latest AND driver = coalesce(w_driver[i], driver)
      RETURNING stage, next INTO v_stage, v_next;
    IF FOUND THEN
      v_verdicts := v_verdicts || 0::bigint;
      v_details := v_details || 0::bigint;
      FOR j IN 1..w_rows[i] LOOP
        INSERT INTO actions (table_id, seq, action, hash, at_ms)
          VALUES (w_id[i], v_next - w_rows[i] + j - 1, r_action[v_row + j], r_hash[v_row + j],
                  r_at[v_row + j]);
      END LOOP;
      IF w_meta[i] IS NOT NULL THEN
        SELECT stage INTO v_old_stage FROM tables WHERE id = w_id[i];
        PERFORM note_live(v_old_stage, v_stage);
        UPDATE tables SET meta = w_meta[i], stage = v_stage,
            address = CASE WHEN v_stage < 2 THEN address ELSE '' END WHERE id = w_id[i];
      END IF;
      IF w_holders[i] IS NOT NULL THEN
        PERFORM forget_holders(w_id[i]);
        INSERT INTO holders (table_id, guest, ended_ms)
          SELECT w_id[i], guest, CASE WHEN v_stage < 2 THEN NULL ELSE w_now[i] END
          FROM unnest(h_guest[v_holder + 1 : v_holder + w_holders[i]]) AS guest
          ON CONFLICT DO NOTHING;
      ELSIF w_stage[i] IS NOT NULL OR v_stage >= 2 THEN
        UPDATE holders SET ended_ms = CASE WHEN v_stage < 2 THEN NULL ELSE w_now[i] END
          WHERE table_id = w_id[i];
      END IF;
    ELSE
      SELECT version, next, driver INTO v_version, v_next, v_driver FROM states
        WHERE table_id = w_id[i];
      v_verdict := CASE WHEN NOT FOUND THEN 1 WHEN v_version <> w_version[i] THEN 2
        WHEN v_next <> coalesce(w_first[i], v_next) THEN 3
        WHEN v_driver <> coalesce(w_driver[i], v_driver) THEN 20 ELSE 21 END;
      v_verdicts := v_verdicts || v_verdict;
      v_details := v_details || CASE v_verdict WHEN 2 THEN v_version WHEN 3 THEN v_next - 1
        WHEN 21 THEN w_at[i] - v_latest + 250 ELSE 0 END;
    END IF;
    v_row := v_row + w_rows[i];
    v_holder := v_holder + coalesce(w_holders[i], 0);
  END LOOP;
  PERFORM note_answers(p_writer, p_number, p_part, v_verdicts, v_details);
END $$;
)";

// As put_table, for a table that a node drives from the beginning.
constexpr const char* kPutTable2 = R"(
CREATE OR REPLACE FUNCTION put_table_2(p_writer text, p_number bigint, p_part bigint, p_id text,
    p_created bigint, p_config text, p_meta text, p_seed bytea, p_scheme bigint, p_version bigint,
    p_stage bigint, p_moved bigint, p_due bigint, p_host text, p_address text, p_listed boolean,
    p_bots boolean, p_limits bigint[], p_holders text[], p_driver text) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
  PERFORM put_table(p_writer, p_number, p_part, p_id, p_created, p_config, p_meta, p_seed,
    p_scheme, p_version, p_stage, p_moved, p_due, p_host, p_address, p_listed, p_bots, p_limits,
    p_holders);
  IF p_driver <> '' THEN
    UPDATE states SET driver = p_driver WHERE table_id = p_id AND EXISTS (SELECT FROM answers
      WHERE writer = p_writer AND number = p_number AND part = p_part AND verdicts[1] = 0);
  END IF;
END $$;
)";

// A table of another store, as it was there, without its actions: those come after it, piece by
// piece, in the same transaction. p_next is their number, -1 if they do not follow each other.
constexpr const char* kCopies = R"(
CREATE OR REPLACE FUNCTION put_copy(p_writer text, p_number bigint, p_part bigint, p_id text,
    p_created bigint, p_config text, p_meta text, p_seed bytea, p_scheme bigint, p_version bigint,
    p_stage bigint, p_moved bigint, p_due bigint, p_host text, p_listed boolean, p_bots boolean,
    p_next bigint, p_guests text[], p_ended bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 3;
BEGIN
  IF p_next >= 0 THEN
    INSERT INTO tables (id, created_ms, config, meta, stage, seed, hash_scheme, host, address,
                        listed, bots_alone)
      VALUES (p_id, p_created, p_config, p_meta, p_stage, p_seed, p_scheme, p_host, '', p_listed,
              p_bots)
      ON CONFLICT DO NOTHING;
    v_verdict := CASE WHEN FOUND THEN 0 ELSE 4 END;
  END IF;
  IF v_verdict = 0 THEN
    PERFORM note_live(2, p_stage);
    INSERT INTO states (table_id, version, next, stage, moved_ms, moved_hour, due_ms, due_bound)
      VALUES (p_id, p_version, p_next, p_stage, p_moved, p_moved / 3600000, p_due, p_due);
    INSERT INTO holders (table_id, guest, ended_ms)
      SELECT p_id, one.guest, one.ended FROM unnest(p_guests, p_ended) AS one (guest, ended)
      ON CONFLICT DO NOTHING;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[0::bigint]);
END $$;
CREATE OR REPLACE FUNCTION copy_actions(p_writer text, p_number bigint, p_part bigint, p_id text,
    p_first bigint, p_actions text[], p_hashes bigint[], p_times bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM answers WHERE writer = p_writer AND number = p_number AND part = p_part
    AND verdicts[1] = 0;
  IF FOUND THEN
    INSERT INTO actions (table_id, seq, action, hash, at_ms)
      SELECT p_id, p_first + place - 1, action, hash, at
      FROM unnest(p_actions, p_hashes, p_times) WITH ORDINALITY AS one (action, hash, at, place);
  END IF;
END $$;
)";

}  // namespace

std::string schema_2_text() {
  return std::string(kPeerTables) + kLeases + kDrivers + kAnnounce + kAppendGroup2 + kPutTable2 +
         kCopies;
}

}  // namespace bastide::server::postgres
