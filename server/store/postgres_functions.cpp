// What the store does in the database itself: a group of writes is a call of these, and so one
// round trip. A refusal is a verdict (postgres_schema.h), never an error, which would undo the
// others.
#include "server/store/postgres_schema.h"

namespace bastide::server::postgres {

namespace {

// What a group was answered is kept with it, under the group's number. A writer that got no answer
// reads it there; and a group that is sent twice is written once, since the second meets this key.
constexpr const char* kNoteAnswers = R"(
CREATE FUNCTION note_answers(p_writer text, p_number bigint, p_part bigint, p_verdicts bigint[],
                             p_details bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_part = 0 THEN
    DELETE FROM answers WHERE writer = p_writer AND number < p_number;
  END IF;
  INSERT INTO answers (writer, number, part, verdicts, details)
    VALUES (p_writer, p_number, p_part, p_verdicts, p_details);
END $$;
)";

// Whoever has a seat less may be one to be forgotten.
constexpr const char* kForgetHolders = R"(
CREATE FUNCTION forget_holders(p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE guests SET look_ms = seen_ms WHERE look_ms > seen_ms
    AND id IN (SELECT guest FROM holders WHERE table_id = p_table);
  DELETE FROM holders WHERE table_id = p_table;
END $$;
)";

// All changes that wait, as one call. Each is given by its place in the arrays that begin with w_;
// the rows and holders of all lie one after another in those that begin with r_ and h_. w_first is
// the number of its first row: null if it has none, -1 if its rows do not follow each other. The
// row of `states` is what two writers wait for: whoever comes second meets another version.
constexpr const char* kAppendGroup = R"(
CREATE FUNCTION append_group(p_writer text, p_number bigint, p_part bigint, w_id text[],
    w_version bigint[], w_first bigint[], w_rows bigint[], w_now bigint[], w_due bigint[],
    w_meta text[], w_stage bigint[], w_holders bigint[], r_action text[], r_hash bigint[],
    r_at bigint[], h_guest text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_row int := 0;
  v_holder int := 0;
  v_stage bigint;
  v_version bigint;
  v_next bigint;
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
      SELECT version, next INTO v_version, v_next FROM states WHERE table_id = w_id[i];
      v_verdicts := v_verdicts || CASE WHEN NOT FOUND THEN 1
        WHEN v_version <> w_version[i] THEN 2 ELSE 3 END::bigint;
      v_details := v_details || CASE WHEN v_version <> w_version[i] THEN v_version
        ELSE coalesce(v_next, 0) - 1 END;
    END IF;
    v_row := v_row + w_rows[i];
    v_holder := v_holder + coalesce(w_holders[i], 0);
  END LOOP;
  PERFORM note_answers(p_writer, p_number, p_part, v_verdicts, v_details);
END $$;
)";

// Limits are counted while nobody else counts: the caller holds the lock for it.
constexpr const char* kPutTable = R"(
CREATE FUNCTION put_table(p_writer text, p_number bigint, p_part bigint, p_id text,
    p_created bigint, p_config text, p_meta text, p_seed bytea, p_scheme bigint, p_version bigint,
    p_stage bigint, p_moved bigint, p_due bigint, p_host text, p_address text, p_listed boolean,
    p_bots boolean, p_limits bigint[], p_holders text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_count bigint;
  v_bots bigint;
BEGIN
  IF p_stage < 2 AND p_host <> '' THEN
    SELECT count(*), count(*) FILTER (WHERE bots_alone) INTO v_count, v_bots FROM tables
      WHERE stage < 2 AND host = p_host;
    v_verdict := CASE WHEN v_count >= p_limits[2] THEN 7 + 2
      WHEN p_bots AND v_bots >= p_limits[4] THEN 7 + 4 ELSE 0 END;
  END IF;
  IF v_verdict = 0 AND p_stage < 2 AND p_address <> '' THEN
    SELECT count(*), count(*) FILTER (WHERE bots_alone) INTO v_count, v_bots FROM tables
      WHERE stage < 2 AND address = p_address;
    v_verdict := CASE WHEN v_count >= p_limits[3] THEN 7 + 3
      WHEN p_bots AND v_bots >= p_limits[5] THEN 7 + 5 ELSE 0 END;
  END IF;
  IF v_verdict = 0 AND p_stage < 2 THEN
    SELECT count(*) INTO v_count FROM (SELECT FROM tables WHERE stage < 2 LIMIT p_limits[1]) AS one;
    v_verdict := CASE WHEN v_count >= p_limits[1] THEN 7 + 1 ELSE 0 END;
  END IF;
  IF v_verdict = 0 THEN
    INSERT INTO tables (id, created_ms, config, meta, stage, seed, hash_scheme, host, address,
                        listed, bots_alone)
      VALUES (p_id, p_created, p_config, p_meta, p_stage, p_seed, p_scheme, p_host,
              CASE WHEN p_stage < 2 THEN p_address ELSE '' END, p_listed, p_bots)
      ON CONFLICT DO NOTHING;
    v_verdict := CASE WHEN FOUND THEN 0 ELSE 4 END;
  END IF;
  IF v_verdict = 0 THEN
    INSERT INTO states (table_id, version, next, stage, moved_ms, moved_hour, due_ms, due_bound)
      VALUES (p_id, p_version, 0, p_stage, p_moved, p_moved / 3600000, p_due, p_due);
    INSERT INTO holders (table_id, guest, ended_ms)
      SELECT p_id, guest, CASE WHEN p_stage < 2 THEN NULL ELSE p_moved END
      FROM unnest(p_holders) AS guest ON CONFLICT DO NOTHING;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[0::bigint]);
END $$;
)";

constexpr const char* kOtherTableWrites = R"(
CREATE FUNCTION drop_table(p_writer text, p_number bigint, p_part bigint, p_id text,
                           p_version bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_version bigint := 0;
BEGIN
  DELETE FROM states WHERE table_id = p_id AND version = p_version;
  IF FOUND THEN
    PERFORM forget_holders(p_id);
    DELETE FROM actions WHERE table_id = p_id;
    DELETE FROM tables WHERE id = p_id;
  ELSE
    SELECT version INTO v_version FROM states WHERE table_id = p_id;
    v_verdict := CASE WHEN FOUND THEN 2 ELSE 1 END;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict],
                       ARRAY[coalesce(v_version, 0)]);
END $$;
CREATE FUNCTION put_hashes(p_writer text, p_number bigint, p_part bigint, p_id text,
                           p_scheme bigint, p_hashes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_next bigint;
BEGIN
  SELECT next INTO v_next FROM states WHERE table_id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    v_verdict := 1;
  ELSIF v_next <> cardinality(p_hashes) THEN
    v_verdict := 6;
  ELSE
    UPDATE actions SET hash = one.hash FROM unnest(p_hashes) WITH ORDINALITY AS one (hash, place)
      WHERE table_id = p_id AND seq = one.place - 1;
    UPDATE tables SET hash_scheme = p_scheme WHERE id = p_id;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[coalesce(v_next, 0)]);
END $$;
)";

constexpr const char* kGuestWrites = R"(
CREATE FUNCTION put_guest(p_writer text, p_number bigint, p_part bigint, p_id text, p_token bytea,
    p_name text, p_created bigint, p_bot boolean, p_seen bigint, p_address text, p_most bigint)
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_count bigint;
BEGIN
  PERFORM FROM guests WHERE token_hash = p_token AND id <> p_id;
  IF FOUND THEN
    v_verdict := 5;
  ELSE
    UPDATE guests SET token_hash = p_token, name = p_name, seen_ms = p_seen, look_ms = p_seen
      WHERE id = p_id;
    IF NOT FOUND THEN
      SELECT count(*) INTO v_count FROM
        (SELECT FROM guests WHERE address <> '' AND address = p_address LIMIT p_most) AS one;
      IF p_address <> '' AND v_count >= p_most THEN
        v_verdict := 7 + 6;
      ELSE
        INSERT INTO guests (id, token_hash, name, created_ms, bot, seen_ms, look_ms, address)
          VALUES (p_id, p_token, p_name, p_created, p_bot, p_seen, p_seen, p_address);
      END IF;
    END IF;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[0::bigint]);
END $$;
CREATE FUNCTION see_guest(p_writer text, p_number bigint, p_part bigint, p_id text, p_now bigint)
    RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE guests SET seen_ms = greatest(seen_ms, p_now), look_ms = greatest(look_ms, p_now)
    WHERE id = p_id;
  PERFORM note_answers(p_writer, p_number, p_part,
                       ARRAY[CASE WHEN FOUND THEN 0 ELSE 1 END::bigint], ARRAY[0::bigint]);
END $$;
CREATE FUNCTION forget_guests(p_writer text, p_number bigint, p_part bigint, p_seen bigint,
                              p_counted bigint, p_most bigint, p_looked bigint, p_later bigint)
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_count bigint;
BEGIN
  UPDATE guests SET address = '' WHERE address <> '' AND created_ms < p_counted;
  UPDATE guests SET look_ms = p_seen + p_later WHERE id IN (SELECT id FROM
    (SELECT id FROM guests WHERE look_ms < p_seen ORDER BY look_ms LIMIT p_looked) AS one
    WHERE EXISTS (SELECT FROM holders WHERE guest = one.id));
  DELETE FROM guests WHERE id IN (SELECT id FROM
    (SELECT id FROM guests WHERE look_ms < p_seen ORDER BY look_ms LIMIT p_looked) AS one
    WHERE NOT EXISTS (SELECT FROM holders WHERE guest = one.id) LIMIT p_most);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[0::bigint], ARRAY[v_count]);
END $$;
)";

}  // namespace

std::string functions_text() {
  return std::string(kNoteAnswers) + kForgetHolders + kAppendGroup + kPutTable + kOtherTableWrites +
         kGuestWrites;
}

}  // namespace bastide::server::postgres
