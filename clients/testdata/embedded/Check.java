import java.lang.reflect.*;
import java.sql.*;
import java.util.*;

/** Every method of DatabaseMetaData, and what programs do with pgjdbc. Prints a line for each feature. */
public class Check {
    interface Body { void run() throws Exception; }
    static String why(Throwable e) {
        while (e instanceof InvocationTargetException) e = e.getCause();
        return e.getClass().getSimpleName() + ": " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
    static void feature(String name, Body b) {
        try { b.run(); System.out.println(name + ": yes"); }
        catch (Throwable e) { System.out.println(name + ": no, " + why(e)); }
    }
    static void want(boolean ok, String what) { if (!ok) throw new IllegalStateException(what); }
    static List<String> column(ResultSet r, String c) throws SQLException {
        List<String> l = new ArrayList<>();
        while (r.next()) l.add(r.getString(c));
        return l;
    }
    static Object[] arguments(Method m) {
        Class<?>[] types = m.getParameterTypes();
        Object[] args = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == int.class) args[i] = 1;
            else if (types[i] == boolean.class) args[i] = false;
            else if (types[i] == String[].class) args[i] = null;
            else if (types[i] == int[].class) args[i] = null;
            else if (types[i] == Class.class) args[i] = Object.class;
            else args[i] = m.getName().matches("getCrossReference|getImportedKeys|getExportedKeys|getPrimaryKeys|getIndexInfo|getBestRowIdentifier|getVersionColumns|getColumnPrivileges") && i % 3 == 2 ? "flights" : null;
        }
        return args;
    }
    public static void main(String[] argv) throws Exception {
        String base = "jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE") + "?user=" + System.getenv("PGUSER") + "&sslmode=disable";
        feature("DatabaseMetaData", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                DatabaseMetaData d = c.getMetaData();
                List<String> failed = new ArrayList<>();
                int n = 0;
                for (Method m : DatabaseMetaData.class.getMethods()) {
                    if (m.getName().equals("unwrap") || m.getName().equals("isWrapperFor")) continue;
                    n++;
                    try {
                        Object r = m.invoke(d, arguments(m));
                        if (r instanceof ResultSet) while (((ResultSet) r).next()) for (int i = 1; i <= ((ResultSet) r).getMetaData().getColumnCount(); i++) ((ResultSet) r).getObject(i);
                    } catch (Throwable e) {
                        if (!why(e).startsWith("SQLFeatureNotSupportedException")) failed.add(m.getName() + " " + why(e));
                    }
                }
                want(failed.isEmpty(), failed.size() + " of " + n + " fail: " + failed);
            }
        });
        feature("tables and columns", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                DatabaseMetaData d = c.getMetaData();
                want(column(d.getTables(null, "public", "%", new String[]{"TABLE", "VIEW"}), "TABLE_NAME").containsAll(List.of("airports", "flights", "busy")), "tables");
                want(column(d.getColumns(null, "public", "airports", "%"), "TYPE_NAME").equals(List.of("text", "text", "text", "int4", "float8", "float8", "date", "numeric")), "columns");
                want(column(d.getPrimaryKeys(null, "public", "airports"), "COLUMN_NAME").equals(List.of("iata")), "keys");
                want(column(d.getImportedKeys(null, "public", "flights"), "PKTABLE_NAME").equals(List.of("airports")), "foreign keys");
                want(column(d.getIndexInfo(null, "public", "flights", false, false), "INDEX_NAME").contains("flights_carrier_idx"), "indexes");
            }
        });
        feature("currentSchema", () -> {
            try (Connection c = DriverManager.getConnection(base + "&currentSchema=public"); Statement s = c.createStatement()) {
                want(c.getSchema().equals("public"), c.getSchema());
                s.executeQuery("select count(*) from airports").next();
            }
        });
        feature("parameters", () -> {
            try (Connection c = DriverManager.getConnection(base + "&prepareThreshold=1")) {
                PreparedStatement p = c.prepareStatement("select id, departs, tags, cancelled, seats from flights where id = ? and carrier = ? and (departs < ? or departs is null)");
                for (int i = 0; i < 8; i++) {
                    p.setLong(1, 1); p.setString(2, "X"); p.setTimestamp(3, new Timestamp(0));
                    ResultSet r = p.executeQuery();
                    want(r.next() && r.getLong(1) == 1 && !r.getBoolean("cancelled"), "row");
                }
            }
        });
        feature("types", () -> {
            try (Connection c = DriverManager.getConnection(base + "&prepareThreshold=1&binaryTransferEnable=1700")) {
                PreparedStatement p = c.prepareStatement("select cast(? as numeric(8,2)), cast(? as date), cast(? as uuid), cast(? as bytea), cast(? as int[])");
                for (int i = 0; i < 3; i++) {
                    p.setBigDecimal(1, new java.math.BigDecimal("1.50")); p.setObject(2, java.time.LocalDate.of(2020, 1, 2)); p.setObject(3, new UUID(1, 2)); p.setBytes(4, new byte[]{0, 1}); p.setArray(5, c.createArrayOf("int4", new Integer[]{1, null}));
                    ResultSet r = p.executeQuery(); r.next();
                    want(r.getBigDecimal(1).toString().equals("1.50") && r.getObject(2, java.time.LocalDate.class).getYear() == 2020 && r.getObject(3).equals(new UUID(1, 2)) && r.getBytes(4).length == 2 && ((Object[]) r.getArray(5).getArray()).length == 2, "values");
                }
            }
        });
        feature("batch and transaction", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                c.createStatement().execute("create table if not exists made_jdbc (i int, t text)");
                c.setAutoCommit(false);
                PreparedStatement p = c.prepareStatement("insert into made_jdbc values (?, ?)");
                for (int i = 0; i < 5; i++) { p.setInt(1, i); p.setString(2, "x" + i); p.addBatch(); }
                want(p.executeBatch().length == 5, "batch");
                Savepoint s = c.setSavepoint();
                try { c.createStatement().executeQuery("select 1/0"); } catch (SQLException e) { c.rollback(s); }
                c.commit();
            }
        });
        feature("fetch size", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                c.setAutoCommit(false);
                Statement s = c.createStatement(); s.setFetchSize(10);
                ResultSet r = s.executeQuery("select i from generate_series(1, 105) t(i)"); int n = 0;
                while (r.next()) n++;
                want(n == 105, "rows " + n);
            }
        });
        feature("generated keys", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                c.createStatement().execute("create table if not exists keyed_jdbc (i int primary key, t text)");
                PreparedStatement p = c.prepareStatement("insert into keyed_jdbc values (?, 'x') on conflict do nothing", Statement.RETURN_GENERATED_KEYS);
                p.setInt(1, 7); p.executeUpdate();
                ResultSet r = p.getGeneratedKeys(); want(r.next() && r.getInt(1) == 7, "keys");
            }
        });
        feature("updatable result", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                c.createStatement().execute("create table if not exists updated_jdbc (i int primary key, t text); delete from updated_jdbc; insert into updated_jdbc values (1, 'a')");
                Statement s = c.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet r = s.executeQuery("select i, t from updated_jdbc"); r.next(); r.updateString("t", "b"); r.updateRow();
            }
        });
        feature("read-only", () -> {
            try (Connection c = DriverManager.getConnection(base)) { 
                c.setReadOnly(true); c.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ); c.setAutoCommit(false);
                c.createStatement().executeQuery("select count(*) from airports");
                String state = "";
                try { c.createStatement().execute("insert into people (id) values (9)"); } catch (SQLException e) { state = e.getSQLState(); }
                want(state.equals("25006"), "written " + state);
                c.rollback();
            }
        });
        feature("serializable", () -> {
            try (Connection c = DriverManager.getConnection(base)) { c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE); c.createStatement().executeQuery("select 1"); }
        });
        feature("result metadata", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                ResultSetMetaData m = c.createStatement().executeQuery("select a.*, f.id, 1 from airports a join flights f on f.origin = a.iata").getMetaData();
                for (int[] of : new int[][]{{1, 1}, {8, 1}, {9, 2}, {10, 0}}) {
                    String table = ((org.postgresql.PGResultSetMetaData) m).getBaseTableName(of[0]);
                    want(table.equals(new String[]{"", "airports", "flights"}[of[1]]), "column " + of[0] + " of table " + table);
                }
                want(m.isNullable(1) == ResultSetMetaData.columnNoNulls && m.getPrecision(8) == 8 && m.getScale(8) == 2, "of columns");
            }
        });
        feature("CopyManager", () -> {
            try (Connection c = DriverManager.getConnection(base)) {
                c.createStatement().execute("create table if not exists copied_jdbc (i int, t text)");
                Object api = Class.forName("org.postgresql.PGConnection").getMethod("getCopyAPI").invoke(c.unwrap(Class.forName("org.postgresql.PGConnection")));
                api.getClass().getMethod("copyIn", String.class, java.io.Reader.class).invoke(api, "copy copied_jdbc from stdin", new java.io.StringReader("1\ta\n"));
            }
        });
    }
}
