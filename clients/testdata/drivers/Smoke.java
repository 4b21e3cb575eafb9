// pgjdbc: what it can do, printed.
import java.sql.*;
import java.util.*;

public class Smoke {
    static void show(ResultSet r) throws SQLException {
        ResultSetMetaData m = r.getMetaData();
        StringBuilder head = new StringBuilder();
        for (int i = 1; i <= m.getColumnCount(); i++)
            head.append(m.getColumnName(i)).append(':').append(m.getColumnTypeName(i)).append('/').append(m.getPrecision(i)).append('/').append(m.getScale(i)).append('/').append(m.isAutoIncrement(i)).append(' ');
        System.out.println(head);
        while (r.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= m.getColumnCount(); i++) row.append(r.getString(i)).append(" | ");
            System.out.println(row);
        }
        r.close();
    }

    static void fails(Connection c, String sql) {
        try (Statement s = c.createStatement()) {
            s.execute(sql);
            System.out.println("no error");
        } catch (SQLException e) {
            System.out.println(e.getSQLState() + " " + e.getMessage());
        }
    }

    public static void main(String[] a) throws Exception {
        String url = "jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE") + "?user=" + System.getenv("PGUSER");
        for (String mode : new String[]{"", "&preferQueryMode=simple", "&preferQueryMode=extendedForPrepared", "&preferQueryMode=extendedCacheEverything", "&prepareThreshold=-1", "&autosave=always", "&defaultRowFetchSize=3"}) {
            System.out.println("== " + mode);
            try (Connection c = DriverManager.getConnection(url + mode)) { work(c); }
        }
        try (Connection c = DriverManager.getConnection(url + "&currentSchema=pg_catalog&ApplicationName=smoke&options=-c%20statement_timeout=7000&readOnly=true")) {
            Statement s = c.createStatement();
            show(s.executeQuery("SELECT current_setting('search_path'), current_setting('application_name'), current_setting('statement_timeout')"));
            DatabaseMetaData m = c.getMetaData();
            show(m.getTables(null, "pg_catalog", "pg_cl%", null));
            show(m.getColumns(null, "pg_catalog", "pg_class", "rel%"));
            show(m.getTypeInfo());
            show(m.getSchemas());
            show(m.getPrimaryKeys(null, "app", "customer"));
            show(m.getImportedKeys(null, "app", "orders"));
            show(m.getIndexInfo(null, "app", "customer", false, false));
            show(m.getFunctions(null, "app", "%"));
            show(m.getTablePrivileges(null, "app", "customer"));
        }
    }

    static void work(Connection c) throws Exception {
        try (Statement s = c.createStatement()) {
            s.execute("CREATE TEMP TABLE smoke (id serial PRIMARY KEY, t varchar(20), n numeric(10, 2), d timestamptz, a int[])");
            try (PreparedStatement p = c.prepareStatement("INSERT INTO smoke (t, n, a) VALUES (?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                for (int i = 0; i < 8; i++) {
                    p.setString(1, "täxt " + i);
                    p.setBigDecimal(2, new java.math.BigDecimal("1.50"));
                    p.setArray(3, c.createArrayOf("int4", new Integer[]{1, i}));
                    p.executeUpdate();
                }
                show(p.getGeneratedKeys());
                for (int i = 0; i < 20; i++) { p.setString(1, "b" + i); p.setNull(2, Types.NUMERIC); p.setNull(3, Types.ARRAY); p.addBatch(); }
                System.out.println(Arrays.stream(p.executeBatch()).sum());
            }
            try (PreparedStatement p = c.prepareStatement("SELECT id, t, n, a FROM smoke WHERE id < ? ORDER BY id")) {
                for (int i = 0; i < 7; i++) { p.setInt(1, 3); ResultSet r = p.executeQuery(); if (i == 6) show(r); }
            }
            System.out.println(s.execute("SELECT 1; UPDATE smoke SET t = 'x'; SELECT 2"));
            while (s.getMoreResults() || s.getUpdateCount() != -1) System.out.println(s.getUpdateCount());
            fails(c, "SELECT 1/0");
            fails(c, "SELECT nope");
            fails(c, "INSERT INTO smoke (id) VALUES (1)");
            c.setAutoCommit(false);
            s.setFetchSize(5);
            int n = 0;
            try (ResultSet r = s.executeQuery("SELECT g FROM generate_series(1, 23) g")) { while (r.next()) n++; }
            System.out.println(n);
            Savepoint sp = c.setSavepoint();
            fails(c, "SELECT nope");
            c.rollback(sp);
            s.execute("DELETE FROM smoke");
            c.rollback();
            c.setAutoCommit(true);
            c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            System.out.println(c.getTransactionIsolation());
            c.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            var copy = c.unwrap(org.postgresql.PGConnection.class).getCopyAPI();
            System.out.println(copy.copyIn("COPY smoke (t) FROM STDIN", new java.io.StringReader("one\ntwo\n")));
            var out = new java.io.StringWriter();
            copy.copyOut("COPY (SELECT t FROM smoke ORDER BY id DESC LIMIT 2) TO STDOUT", out);
            System.out.println(out);
            s.execute("LISTEN smoke; NOTIFY smoke, 'hello'");
            for (var x : c.unwrap(org.postgresql.PGConnection.class).getNotifications(5000)) System.out.println(x.getName() + " " + x.getParameter());
            s.execute("DO $$ BEGIN RAISE NOTICE 'a notice'; END $$");
            System.out.println(s.getWarnings());
            s.setQueryTimeout(1);
            try { s.execute("SELECT pg_sleep(20)"); } catch (SQLException e) { System.out.println(e.getSQLState()); }
            s.setQueryTimeout(0);
            show(s.executeQuery("SELECT 'goes on'"));
            s.execute("DROP TABLE smoke");
        }
    }
}
