# ActiveRecord, as Rails uses it: check.rb prints a line for each feature.
require "active_record"
require "logger"
def feature(name)
  yield
  puts "#{name}: yes"
rescue Exception => e
  warn e.full_message if ENV["TRACE"]
  puts "#{name}: no, #{e.class}: #{e.message.split.join(' ')[0, 300]}"
end
def claim(ok, what = nil) = ok || raise("got #{what.inspect}")
ActiveRecord::Base.logger = Logger.new($stderr) if ENV["TRACE"]
ActiveRecord::Migration.verbose = false
ActiveRecord::Base.establish_connection(adapter: "postgresql", host: ENV["PGHOST"], port: ENV["PGPORT"], username: ENV["PGUSER"], database: ENV["PGDATABASE"])
Base = ActiveRecord::Base
feature("connect") { claim Base.connection.select_value("SELECT 1") == 1 }
class Airport < Base; self.primary_key = "iata"; end
class Flight < Base; belongs_to :airport, foreign_key: "origin"; end
feature("models of tables that are there") do
  claim Airport.find("AAA").name == "Alpha"
  claim Flight.includes(:airport).order(:id).map { |f| f.airport.name } == %w[Alpha Beta]
  claim Flight.columns_hash["tags"].array && Flight.columns_hash["departs"].type == :datetime && Airport.columns_hash["fee"].scale == 2
end
feature("reflection") do
  c = Base.connection
  claim c.tables.include?("flights") && c.views.include?("busy"), c.tables
  claim c.primary_keys("flights") == ["id"] && c.foreign_keys("flights").map(&:to_table) == ["airports"]
  claim c.indexes("flights").map(&:name).sort == %w[flights_carrier_departs_key flights_carrier_idx], c.indexes("flights").map(&:name)
  claim c.check_constraints("airports").size == 1, c.check_constraints("airports")
  claim c.table_comment("airports") == "where planes land"
  claim c.enum_types == { "mood" => "sad,ok,happy" } || c.enum_types.to_a.flatten.include?("mood"), c.enum_types if c.respond_to?(:enum_types)
end
class First < ActiveRecord::Migration[6.1]
  def change
    create_table :rails_authors do |t|
      t.string :name, null: false, limit: 80
      t.string :email
      t.jsonb :settings, default: {}
      t.decimal :rate, precision: 8, scale: 2, default: 1.5
      t.boolean :active, default: true, null: false
      t.timestamps
    end
    add_index :rails_authors, :email, unique: true
    create_table :rails_books do |t|
      t.references :author, null: false, foreign_key: { to_table: :rails_authors }
      t.string :title
      t.text :body
      t.integer :pages
      t.date :published_on
      t.string :tags, array: true, default: []
      t.timestamps
    end
  end
end
class Second < ActiveRecord::Migration[6.1]
  def change
    add_column :rails_books, :status, :integer, default: 0, null: false
    rename_column :rails_books, :pages, :page_count
    change_column_null :rails_books, :title, false
    add_check_constraint :rails_books, "page_count > 0", name: "rails_books_pages"
    add_index :rails_books, [:author_id, :title], name: "rails_books_by"
    reversible { |d| d.up { change_column :rails_books, :title, :string, limit: 200 } }
  end
end
feature("migrations") do
  files = [[1, First], [2, Second]].map { |v, k| m = k.new(k.name, v); m }
  s = ActiveRecord::SchemaMigration
  ActiveRecord::Migrator.new(:up, files, s).migrate
  claim s.all_versions == %w[1 2], s.all_versions
end
class Author < Base; self.table_name = "rails_authors"; has_many :books; validates :name, presence: true; end
class Book < Base; self.table_name = "rails_books"; belongs_to :author; enum status: { draft: 0, out: 1 }; end
feature("create and find") do
  a = Author.create!(name: "Ann", email: "ann@example.com", settings: { "a" => [1, 2] })
  a.books.create!(title: "One", page_count: 10, published_on: Date.new(2024, 2, 29), tags: %w[x y])
  a.books.create!(title: "Two", page_count: 20, status: :out)
  b = Author.find_by(email: "ann@example.com")
  claim b.settings == { "a" => [1, 2] } && b.rate == BigDecimal("1.5") && b.created_at.utc.year >= 2024, b
  claim b.books.order(:id).first.tags == %w[x y] && b.books.out.count == 1
end
feature("queries") do
  claim Book.joins(:author).where(rails_authors: { name: "Ann" }).sum(:page_count) == 30
  claim Book.group(:status).count == { "draft" => 1, "out" => 1 }
  claim Book.where("title ILIKE ?", "t%").pluck(:title) == ["Two"]
  claim Book.where("tags @> ARRAY[?]::varchar[]", ["x"]).count == 1
  claim Author.where("settings @> ?", { a: [1] }.to_json).exists?
  claim Book.where(page_count: 5..15).or(Book.where(title: nil)).to_a.size == 1
  claim Author.left_outer_joins(:books).distinct.select("rails_authors.*, count(rails_books.id) AS n").group("rails_authors.id").map(&:n) == [2]
  claim Book.find_each(batch_size: 1).map(&:title) == %w[One Two]
  claim Book.average(:page_count) == 15 && Book.maximum(:title) == "Two"
  claim Author.includes(:books).references(:books).where("rails_books.page_count > 15").to_a.size == 1
end
feature("change") do
  a = Author.first
  a.update!(name: "Anne", settings: a.settings.merge("b" => nil)); claim a.reload.name == "Anne"
  claim Book.update_all("page_count = page_count + 1") == 2
  a.books.first.touch; a.increment!(:rate); claim a.reload.rate == BigDecimal("2.5")
  a.with_lock { a.update!(active: false) }
end
feature("insert_all and upsert_all") do
  r = Author.insert_all([{ name: "Bob", email: "bob@example.com", created_at: Time.now, updated_at: Time.now }, { name: "Ann2", email: "ann@example.com", created_at: Time.now, updated_at: Time.now }], unique_by: :email, returning: %w[id name])
  claim r.rows.map(&:last) == ["Bob"], r.rows
  Author.upsert_all([{ name: "Bobby", email: "bob@example.com", created_at: Time.now, updated_at: Time.now }], unique_by: :email)
  claim Author.find_by(email: "bob@example.com").name == "Bobby"
end
feature("errors") do
  begin Author.create!(name: "x", email: "ann@example.com"); claim false; rescue ActiveRecord::RecordNotUnique; end
  begin Book.insert({ title: "x", author_id: 999, created_at: Time.now, updated_at: Time.now }); claim false; rescue ActiveRecord::InvalidForeignKey; end
  begin Book.update_all(title: nil); claim false; rescue ActiveRecord::NotNullViolation; end
  begin Book.update_all(title: "x" * 201); claim false; rescue ActiveRecord::ValueTooLong; end
  begin Base.connection.execute("SELECT nosuch"); claim false; rescue ActiveRecord::StatementInvalid; end
end
feature("transactions") do
  Base.transaction { Author.create!(name: "gone"); raise ActiveRecord::Rollback }
  Base.transaction do
    Author.create!(name: "stays")
    Base.transaction(requires_new: true) { Author.create!(name: "gone"); raise ActiveRecord::Rollback }
  end
  claim Author.where(name: %w[gone stays]).pluck(:name) == ["stays"]
end
feature("explain") { claim Book.where(page_count: 1).explain.include?("EXPLAIN") }
feature("schema dump") do
  require "stringio"
  out = StringIO.new
  ActiveRecord::SchemaDumper.dump(Base.connection, out)
  s = out.string
  claim s.include?('create_table "rails_books"') && s.include?('add_foreign_key "rails_books", "rails_authors", column: "author_id"') && s.include?('t.check_constraint') && s.include?('default: "1.5"') && s.include?('array: true'), s[/create_table "rails_books".*/m]
end
feature("delete") { claim Author.find_by(name: "stays").destroy.destroyed?; Book.delete_all; claim Book.count == 0 }
feature("migrations back") do
  files = [[1, First], [2, Second]].map { |v, k| k.new(k.name, v) }
  ActiveRecord::Migrator.new(:down, files, ActiveRecord::SchemaMigration).migrate
  claim !Base.connection.table_exists?("rails_books")
end
